import Identifiers
import Postgres
import ScoringAPI
import Values

// The `sends` table: the dares and workouts that were sent. A trigger adds each new one to its
// sender's counter. No other file names it.
extension Transaction {
    /// Stores a challenge that was sent, unless it is stored already. Sent with the next statement.
    func save(_ sent: ChallengeSent) throws {
        try enqueue(
            """
            INSERT INTO sends (challenge, sender, recipients, sent_at)
            VALUES (\(sent.challenge), \(sent.sender), \(Int32(clamping: sent.recipients)),
                \(sent.at))
            ON CONFLICT ON CONSTRAINT sends_pkey DO NOTHING
            """
        )
    }
}

extension Reader {
    /// When the number of recipients to whom a user sent challenges reached a threshold; `nil` if
    /// it has not.
    func sentMoment(of user: UserID, reaching threshold: Int) async throws -> Instant? {
        try await first(
            """
            SELECT sent_at FROM (
                SELECT sent_at, challenge, sum(recipients) OVER (ORDER BY sent_at, challenge) AS sum
                FROM (
                    SELECT sent_at, challenge, recipients FROM sends WHERE sender = \(user)
                    ORDER BY sent_at, challenge LIMIT \(threshold)
                ) AS earliest
            ) AS summed
            WHERE sum >= \(threshold) ORDER BY sent_at, challenge LIMIT 1
            """
        ) { row in try row.next() }
    }
}
