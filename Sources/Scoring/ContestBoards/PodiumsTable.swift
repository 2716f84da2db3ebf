import Identifiers
import Postgres
import Values

// The `podiums` table: who was told last that they lost a rank of a contest, and what they lost
// since. No other file names it.
extension Transaction {
    /// Notes that people are told that they lost a rank of a contest.
    ///
    /// - Parameters:
    ///   - losers: The people, each with the rank.
    ///   - contest: The contest.
    ///   - now: The time.
    ///   - silence: How long nobody is told again of the same contest.
    /// - Returns: Who may be told, by id: the others were told not that long ago. Their rows are
    ///   locked.
    /// - Throws: `PostgresError`.
    func tell(
        _ losers: [Podium.Loser],
        of contest: ChallengeID,
        at now: Instant,
        silence: Duration
    ) async throws -> [UserID] {
        guard !losers.isEmpty else { return [] }
        let told = try await all(
            """
            INSERT INTO podiums (challenge, user_id, rank, told_at)
            SELECT \(contest), user_id, rank, \(now)
            FROM unnest(\(losers.map(\.user)), \(losers.map(\.rank))) AS lost(user_id, rank)
            ORDER BY user_id
            ON CONFLICT ON CONSTRAINT podiums_pkey DO UPDATE
            SET rank = excluded.rank, told_at = excluded.told_at, lost_rank = NULL
            WHERE podiums.told_at <= \(now - silence) RETURNING user_id
            """
        ) { row in try row.next(UserID.self) }
        return told.sorted()
    }

    /// Remembers that people lost a rank of a contest who were told of another one; their rows are
    /// locked.
    ///
    /// - Returns: What they are to be told of.
    func remember(
        _ losers: [Podium.Loser],
        of contest: ChallengeID
    ) async throws -> [UntoldLoss] {
        guard !losers.isEmpty else { return [] }
        return try await all(
            """
            UPDATE podiums SET id = coalesce(podiums.id, lost.id),
                lost_rank = least(podiums.lost_rank, lost.rank)
            FROM unnest(\(losers.map { _ in UntoldLoss.ID() }), \(losers.map(\.user)),
                \(losers.map(\.rank))) AS lost(id, user_id, rank)
            WHERE podiums.challenge = \(contest) AND podiums.user_id = lost.user_id
            RETURNING podiums.id, podiums.challenge, podiums.user_id, podiums.lost_rank,
                podiums.told_at
            """
        ) { row in try UntoldLoss(reading: &row) }
    }

    /// The contest in which a person is to be told of something that they lost; `nil` if there is
    /// nothing.
    func contest(ofLoss id: UntoldLoss.ID) async throws -> ChallengeID? {
        try await first(
            "SELECT challenge FROM podiums WHERE id = \(id) AND lost_rank IS NOT NULL"
        ) { row in try row.next() }
    }

    /// Locks what a person is to be told of; `nil` if that is nothing.
    func heldLoss(_ id: UntoldLoss.ID) async throws -> UntoldLoss? {
        try await first(
            """
            SELECT id, challenge, user_id, lost_rank, told_at FROM podiums
            WHERE id = \(id) AND lost_rank IS NOT NULL FOR NO KEY UPDATE
            """
        ) { row in try UntoldLoss(reading: &row) }
    }

    /// Notes that a person is told of what they lost. Sent with the next statement.
    func tell(_ loss: UntoldLoss, at now: Instant) throws {
        try enqueue(
            """
            UPDATE podiums SET rank = \(loss.rank), told_at = \(now), lost_rank = NULL
            WHERE id = \(loss.id)
            """
        )
    }

    /// Forgets what a person lost. Sent with the next statement.
    func forget(_ loss: UntoldLoss) throws {
        try enqueue("UPDATE podiums SET lost_rank = NULL WHERE id = \(loss.id)")
    }
}

extension UntoldLoss {
    fileprivate init(reading row: inout Row) throws {
        try self.init(
            id: row.next(),
            contest: row.next(),
            user: row.next(),
            rank: row.next(),
            toldAt: row.next()
        )
    }
}
