package import Identifiers
import Postgres

/// How many people are in a contest, and like it. A draft has no counts.
package struct ContestCounts: Hashable, Sendable {
    /// Who is in it now.
    package var joined = 0
    /// Who ever was.
    package var joins = 0
    /// Who likes it.
    package var likes = 0

    package init(
        joined: Int = 0,
        joins: Int = 0,
        likes: Int = 0
    ) {
        self.joined = joined
        self.joins = joins
        self.likes = likes
    }
}

/// Who is in a contest, as far as a change of it depends on that.
struct Attendance: Hashable, Sendable {
    /// How many people.
    var joined = 0
    /// Whether its owner is one of them.
    var isOwnerIn = false

    /// Whether anybody but its owner is in it.
    var hasOthers: Bool { joined > (isOwnerIn ? 1 : 0) }
}

// The `contest_counts` table. No other file names it but to join it.
extension Transaction {
    /// Inserts the counts of a new contest, which is stored before: all are 0. Sent with the next
    /// statement.
    func insertCounts(of contest: ChallengeID) throws {
        try enqueue(
            """
            INSERT INTO contest_counts (challenge, joined, joins, likes)
            VALUES (\(contest), 0, 0, 0)
            ON CONFLICT ON CONSTRAINT contest_counts_pkey DO NOTHING
            """
        )
    }

    /// Takes a place in a contest for someone who joins (2.3-capacity). Its counts are locked
    /// before the rows of people.
    ///
    /// - Parameters:
    ///   - contest: The contest, which is held.
    ///   - first: Whether they were never in it before.
    /// - Returns: Whether there was one.
    /// - Throws: `PostgresError`.
    func takePlace(in contest: ContestRecord, first: Bool) async throws -> Bool {
        let taken = try await run(
            """
            UPDATE contest_counts SET joined = joined + 1, joins = joins + \(first ? 1 : 0)
            WHERE challenge = \(contest.id) AND joined < \(contest.capacity ?? Int.max)
            """
        )
        return taken == 1
    }

    /// Frees the place of someone who is no longer in a contest. Sent with the next statement.
    func freePlace(in contest: ContestRecord) throws {
        try enqueue(
            "UPDATE contest_counts SET joined = joined - 1 WHERE challenge = \(contest.id)"
        )
    }
}

extension Transaction {
    /// Copies what decides in which lists contests are beside their counts: that is what a trigger
    /// does where this column is written. It reads a contest once the counts are locked, and whoever
    /// changes the contest meanwhile copies it after that. Sent with the next statement.
    package func shelve(_ contests: [ChallengeID]) throws {
        guard !contests.isEmpty else { return }
        try enqueue(
            "UPDATE contest_counts SET is_public = is_public WHERE challenge = ANY(\(contests))"
        )
    }
}

extension Reader {
    /// The contests behind one that have counts, in the order of their ids.
    package func countedContests(after last: ChallengeID, limit: Int) async throws -> [ChallengeID]
    {
        try await all(
            """
            SELECT challenge FROM contest_counts WHERE challenge > \(last)
            ORDER BY challenge LIMIT \(limit)
            """
        ) { row in
            try row.next()
        }
    }

    /// Who is in a contest, as far as a change of it depends on that.
    func attendance(of contest: ContestRecord) async throws -> Attendance {
        try await first(
            """
            SELECT contest_counts.joined,
                \(isJoined: "asked.owner", in: "contest_counts.challenge")
            FROM contest_counts JOIN unnest(\([contest.id]), \([contest.owner]))
                AS asked(challenge, owner) ON asked.challenge = contest_counts.challenge
            """
        ) { row in
            try Attendance(joined: row.next(), isOwnerIn: row.next())
        } ?? Attendance()
    }

    /// The counts of contests; those that do not exist are left out.
    package func counts(of contests: [ChallengeID]) async throws -> [ChallengeID: ContestCounts] {
        guard !contests.isEmpty else { return [:] }
        let rows = try await all(
            """
            SELECT \(ContestCounts.columns) FROM contest_counts
            WHERE challenge = ANY(\(Array(Set(contests))))
            """,
            contests.count <= 200 ? .point : .leased
        ) { row in
            try (contest: row.next(ChallengeID.self), counts: ContestCounts(reading: &row))
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.contest, $0.counts) })
    }
}

extension SQL.StringInterpolation {
    /// Joins the counts that a page is ordered by, where drafts may be among its contests: nobody
    /// ever joined these.
    package mutating func appendInterpolation(countsOrNoneFor place: ContestsPage.Place) {
        guard case .popular = place else { return }
        appendLiteral(" CROSS JOIN LATERAL (SELECT contests.challenge, coalesce((")
        appendLiteral("SELECT contest_counts.joins FROM contest_counts")
        appendLiteral(" WHERE contest_counts.challenge = contests.challenge), 0) AS joins)")
        appendLiteral(" AS contest_counts")
    }
}

extension ContestCounts {
    /// The contest, and what its counts are read from.
    fileprivate static let columns: Columns = ["challenge", "joined", "joins", "likes"]

    /// Reads `columns` after the contest.
    fileprivate init(reading row: inout Row) throws {
        try self.init(joined: row.next(), joins: row.next(), likes: row.next())
    }
}
