package import Identifiers
import Postgres

/// The numbers of participants and likes of a contest. A draft has no counts.
package struct ContestCounts: Hashable, Sendable {
    /// Current participants.
    package var joined = 0
    /// Users who ever joined.
    package var joins = 0
    /// Users who like it.
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

/// The facts about a contest's participants that decide which changes are allowed.
struct Attendance: Hashable, Sendable {
    /// The number of participants.
    var joined = 0
    /// Whether the owner is a participant.
    var isOwnerIn = false

    /// Whether anybody besides the owner is a participant.
    var hasOthers: Bool { joined > (isOwnerIn ? 1 : 0) }
}

// The `contest_counts` table. Other files only join it.
extension Transaction {
    /// Inserts the counts of a new contest, all 0. The contest must be stored. Sent with the next
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

    /// Takes a place in a contest for a user who joins (2.3-capacity). The counts are locked before
    /// the participants' rows.
    ///
    /// - Parameters:
    ///   - contest: The contest, which is locked.
    ///   - first: Whether the user joins for the first time.
    /// - Returns: Whether a place was free.
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

    /// Frees the place of a user who is no longer a participant. Sent with the next statement.
    func freePlace(in contest: ContestRecord) throws {
        try enqueue(
            "UPDATE contest_counts SET joined = joined - 1 WHERE challenge = \(contest.id)"
        )
    }
}

extension Transaction {
    /// Copies the properties that decide in which lists the contests are into their counts; a
    /// trigger does so when this column is written. It reads a contest after locking its counts,
    /// and a concurrent change of the contest copies them again afterwards. Sent with the next
    /// statement.
    package func shelve(_ contests: [ChallengeID]) throws {
        guard !contests.isEmpty else { return }
        try enqueue(
            "UPDATE contest_counts SET is_public = is_public WHERE challenge = ANY(\(contests))"
        )
    }
}

extension Reader {
    /// A page of contests with counts, ordered by id, after the given one.
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

    /// Reads the facts about a contest's participants that decide which changes are allowed.
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

    /// The counts of contests, without those that do not exist.
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
    /// Joins the counts by which a page is ordered, where its contests may include drafts: a draft
    /// counts as never joined.
    package mutating func appendInterpolation(countsOrNoneFor place: ContestsPage.Place) {
        guard case .popular = place else { return }
        appendLiteral(" CROSS JOIN LATERAL (SELECT contests.challenge, coalesce((")
        appendLiteral("SELECT contest_counts.joins FROM contest_counts")
        appendLiteral(" WHERE contest_counts.challenge = contests.challenge), 0) AS joins)")
        appendLiteral(" AS contest_counts")
    }
}

extension ContestCounts {
    /// The contest's id, and the columns of its counts.
    fileprivate static let columns: Columns = ["challenge", "joined", "joins", "likes"]

    /// Reads `columns` after the id.
    fileprivate init(reading row: inout Row) throws {
        try self.init(joined: row.next(), joins: row.next(), likes: row.next())
    }
}
