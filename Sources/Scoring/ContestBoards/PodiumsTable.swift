import Identifiers
import Postgres
import Values

// The `podiums` table: each player's last notice of a lost rank in a contest, and the rank that
// they lost since. No other file names it.
extension Transaction {
    /// Records that players are notified of lost ranks in a contest.
    ///
    /// - Parameters:
    ///   - losers: The players, each with the lost rank.
    ///   - contest: The contest.
    ///   - now: The time.
    ///   - silence: The quiet period after a notice, for each player and contest.
    /// - Returns: The players to notify, in the order of ids; the others are in a quiet period. The
    ///   rows of the returned players are locked.
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

    /// Stores the ranks that players lost in their quiet period; the players' rows are locked.
    ///
    /// - Returns: The losses to notify the players of later.
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

    /// The contest of a loss that its player is to be notified of; `nil` if there is no such loss.
    func contest(ofLoss id: UntoldLoss.ID) async throws -> ChallengeID? {
        try await first(
            "SELECT challenge FROM podiums WHERE id = \(id) AND lost_rank IS NOT NULL"
        ) { row in try row.next() }
    }

    /// Locks a loss that its player is to be notified of; `nil` if there is no such loss.
    func heldLoss(_ id: UntoldLoss.ID) async throws -> UntoldLoss? {
        try await first(
            """
            SELECT id, challenge, user_id, lost_rank, told_at FROM podiums
            WHERE id = \(id) AND lost_rank IS NOT NULL FOR NO KEY UPDATE
            """
        ) { row in try UntoldLoss(reading: &row) }
    }

    /// Records that a player is notified of a loss. Sent with the next statement.
    func tell(_ loss: UntoldLoss, at now: Instant) throws {
        try enqueue(
            """
            UPDATE podiums SET rank = \(loss.rank), told_at = \(now), lost_rank = NULL
            WHERE id = \(loss.id)
            """
        )
    }

    /// Removes a loss. Sent with the next statement.
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
