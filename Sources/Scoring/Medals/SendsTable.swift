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
    /// When the number of recipients to whom users sent challenges reached a threshold. Users who
    /// have not reached it are missing.
    func sentMoments(
        of users: [UserID],
        reaching threshold: Int
    ) async throws -> [UserID: Instant] {
        let moments = try await all(
            """
            SELECT asked.user_id, reached.sent_at FROM unnest(\(users)) AS asked(user_id)
            CROSS JOIN LATERAL (
                SELECT sent_at FROM (
                    SELECT sent_at, challenge,
                        sum(recipients) OVER (ORDER BY sent_at, challenge) AS count
                    FROM (
                        SELECT sent_at, challenge, recipients FROM sends
                        WHERE sender = asked.user_id
                        ORDER BY sent_at, challenge LIMIT \(threshold)
                    ) AS earliest
                ) AS counted
                WHERE count >= \(threshold) ORDER BY sent_at, challenge LIMIT 1
            ) AS reached
            """
        ) { row in (try row.next(UserID.self), try row.next(Instant.self)) }
        return Dictionary(uniqueKeysWithValues: moments)
    }
}

extension Reader {
    /// The next users who sent a challenge, in the order of their ids.
    func usersWhoSent(after last: UserID, limit: Int) async throws -> [UserID] {
        try await all(
            """
            SELECT DISTINCT sender FROM sends WHERE sender > \(last)
            ORDER BY sender LIMIT \(limit)
            """
        ) { row in try row.next() }
    }
}
