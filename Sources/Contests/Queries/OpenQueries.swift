import Identifiers
import Postgres

/// An entry with an open query.
struct OpenQuery: Sendable {
    let entry: EntryRecord
    /// Whether the user who queried it is still a participant.
    let isAskerJoined: Bool
}

// Reads of open queries from several tables.
extension Reader {
    /// The entries of a contest with an open query.
    func queriedEntries(of contest: ChallengeID) async throws -> [EntryID] {
        try await all(
            """
            SELECT id FROM entries WHERE challenge = \(contest) AND state = 'queried' ORDER BY id
            """
        ) { row in
            try row.next()
        }
    }

    /// The entries of a contest with an open query, ordered by owner.
    ///
    /// - Parameters:
    ///   - contest: The contest.
    ///   - limit: The maximum number of entries.
    /// - Returns: The first entries. Decided ones are not returned again, so repeated calls return
    ///   all.
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
