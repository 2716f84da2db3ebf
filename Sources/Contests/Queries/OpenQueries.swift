import Identifiers
import Postgres

/// An entry whose query is open.
struct OpenQuery: Sendable {
    let entry: EntryRecord
    /// Whether the person who queried it is still in the contest.
    let isAskerJoined: Bool
}

// Joins what the tables hold of open queries.
extension Reader {
    /// The entries of a contest whose query is open.
    func queriedEntries(of contest: ChallengeID) async throws -> [EntryID] {
        try await all(
            """
            SELECT id FROM entries WHERE challenge = \(contest) AND state = 'queried' ORDER BY id
            """
        ) { row in
            try row.next()
        }
    }

    /// The entries of a contest whose query is open, by their owners.
    ///
    /// - Parameters:
    ///   - contest: The contest.
    ///   - limit: The maximum number of entries.
    /// - Returns: The first ones; once these are decided, the next ones are the first.
    /// - Throws: `PostgresError`.
    func openQueries(of contest: ChallengeID, limit: Int) async throws -> [OpenQuery] {
        try await all(
            """
            SELECT \(EntryRecord.joinedColumns), participants.user_id IS NOT NULL
            FROM unnest(\([contest])) AS asked(challenge)
            JOIN entries ON entries.challenge = asked.challenge AND entries.state = 'queried'
            LEFT JOIN participants ON participants.challenge = entries.challenge
                AND participants.user_id = entries.queried_by AND participants.state = 'joined'
            ORDER BY entries.user_id, entries.id LIMIT \(limit)
            """
        ) { row in
            try OpenQuery(entry: EntryRecord(reading: &row), isAskerJoined: row.next())
        }
    }
}
