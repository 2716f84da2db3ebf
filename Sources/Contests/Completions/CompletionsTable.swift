import FoundationEssentials
import Identifiers
import Postgres
import Values

/// The completion of a contest by a user: its note and time, without its pictures.
package struct CompletionRecord: Hashable, Sendable {
    /// Identifies its pictures.
    let id: UUID
    let challenge: ChallengeID
    let user: UserID
    let note: String
    let completedAt: Instant
}

// The `completions` table. No other file names it.
extension Transaction {
    /// Inserts the completion of a locked participant who had not completed the contest. Sent with
    /// the next statement.
    package func insert(_ completion: CompletionRecord) throws {
        try enqueue(
            """
            INSERT INTO completions (\(CompletionRecord.columns))
            VALUES (\(completion.id), \(completion.challenge), \(completion.user),
                \(completion.note), \(completion.completedAt))
            """
        )
    }
}

extension Reader {
    /// The completions of a contest by user. Users who did not complete it, or only by a goal, are
    /// left out.
    func completions(
        of contest: ChallengeID,
        by users: [UserID]
    ) async throws -> [UserID: CompletionRecord] {
        guard !users.isEmpty else { return [:] }
        let completions = try await all(
            """
            SELECT \(CompletionRecord.columns) FROM completions
            WHERE challenge = \(contest) AND user_id = ANY(\(users))
            """,
            users.count <= 200 ? .point : .leased
        ) { row in
            try CompletionRecord(
                id: row.next(),
                challenge: row.next(),
                user: row.next(),
                note: row.next(),
                completedAt: row.next()
            )
        }
        return Dictionary(uniqueKeysWithValues: completions.map { ($0.user, $0) })
    }
}

extension CompletionRecord {
    fileprivate static let columns: Columns = [
        "id", "challenge", "user_id", "note", "completed_at",
    ]
}
