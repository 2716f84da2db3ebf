import Identifiers
import People
import Postgres
import Values

// The `told_losses` table: lost ranks that players were notified of and have not regained. No other
// file names it.
extension Transaction {
    /// Records that players were notified of lost ranks. Sent with the next statement.
    ///
    /// - Parameters:
    ///   - losers: The players, each with the lost rank.
    ///   - contest: The contest.
    ///   - moment: When they were notified.
    /// - Throws: The errors of `enqueue`.
    func noteTold(_ losers: [Podium.Loser], of contest: ChallengeID, at moment: Instant) throws {
        try enqueue(
            """
            INSERT INTO told_losses (challenge, user_id, told_at, rank)
            SELECT \(contest), user_id, \(moment), rank
            FROM unnest(\(losers.map(\.user)), \(losers.map(\.rank))) AS lost(user_id, rank)
            ORDER BY user_id
            ON CONFLICT ON CONSTRAINT told_losses_pkey DO NOTHING
            """
        )
    }

    /// Deletes losses whose ranks were regained.
    ///
    /// - Returns: The losses that no other transaction had deleted.
    func forget(
        _ losses: [ToldLoss],
        of contest: ChallengeID
    ) async throws -> [(user: UserID, toldAt: Instant)] {
        guard !losses.isEmpty else { return [] }
        return try await all(
            """
            DELETE FROM told_losses
            USING unnest(\(losses.map(\.user)), \(losses.map(\.toldAt))) AS regained(user_id, told_at)
            WHERE told_losses.challenge = \(contest)
                AND told_losses.user_id = regained.user_id
                AND told_losses.told_at = regained.told_at
            RETURNING told_losses.user_id, told_losses.told_at
            """
        ) { row in (user: try row.next(), toldAt: try row.next()) }
    }

    /// Deletes all losses of a contest that is over, in which no rank can be regained. Sent with
    /// the next statement.
    func forgetLosses(of contest: ChallengeID) throws {
        try enqueue("DELETE FROM told_losses WHERE challenge = \(contest)")
    }
}

extension Reader {
    /// The losses in a contest that active participants with a score were notified of: everyone's
    /// if `people` is `nil`, else these people's.
    func toldLosses(of contest: ChallengeID, by people: [UserID]?) async throws -> [ToldLoss] {
        try await all(
            """
            SELECT loss.user_id, loss.rank, loss.told_at, player.score
            FROM told_losses AS loss
            JOIN contest_players AS player
                ON player.challenge = loss.challenge AND player.user_id = loss.user_id
            WHERE loss.challenge = \(contest)
                AND (\(people == nil) OR loss.user_id = ANY(\(people ?? [])))
                AND player.score IS NOT NULL AND player.state = 'joined'
                AND coalesce(\(standingOf: "loss.user_id"), 'active') = 'active'
            ORDER BY loss.user_id, loss.told_at
            """
        ) { row in
            try ToldLoss(
                user: row.next(),
                rank: row.next(),
                toldAt: row.next(),
                score: row.next()
            )
        }
    }
}
