import Identifiers
import Postgres
import Values

// The `podiums` table: who was told last that they lost a rank of a contest. No other file names it.
extension Transaction {
    /// Notes that people are told that they lost a rank of a contest.
    ///
    /// - Parameters:
    ///   - losers: The people, each with the rank.
    ///   - contest: The contest.
    ///   - now: The time.
    ///   - silence: How long nobody is told again of the same contest.
    /// - Returns: Who may be told, by id: the others were told not that long ago.
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
            ON CONFLICT ON CONSTRAINT podiums_pkey
            DO UPDATE SET rank = excluded.rank, told_at = excluded.told_at
            WHERE podiums.told_at <= \(now - silence) RETURNING user_id
            """
        ) { row in try row.next(UserID.self) }
        return told.sorted()
    }
}
