import FoundationEssentials
import Identifiers
import Postgres
import Values

// The `definition_uses` table. No other file writes to it.
extension Transaction {
    /// Records that a person took on a run of a definition; the first one counts. Sent with the
    /// next statement.
    func use(_ definition: DefinitionID, by user: UserID, at now: Instant) throws {
        try enqueue(
            """
            INSERT INTO definition_uses (definition, user_id, first_at)
            VALUES (\(definition), \(user), \(now))
            ON CONFLICT ON CONSTRAINT definition_uses_pkey DO NOTHING
            """
        )
    }

    /// Records that a person completed a run of a definition; the first one counts. Sent with the
    /// next statement.
    func complete(_ definition: DefinitionID, by user: UserID, at now: Instant) throws {
        try enqueue(
            """
            INSERT INTO definition_uses (definition, user_id, first_at, completed_at)
            VALUES (\(definition), \(user), \(now), \(now))
            ON CONFLICT ON CONSTRAINT definition_uses_pkey
            DO UPDATE SET completed_at = excluded.completed_at
            WHERE definition_uses.completed_at IS NULL
            """
        )
    }

    /// Records that a person's completion of a run of a definition was voided: unless they have
    /// another one, they have not completed it. Sent with the next statement.
    ///
    /// The row is locked before the other completions are read: one that is made or voided at the
    /// same moment has then been stored.
    func takeBackCompletion(of definition: DefinitionID, by user: UserID) throws {
        try enqueue(
            """
            SELECT FROM definition_uses
            WHERE definition = \(definition) AND user_id = \(user) FOR UPDATE
            """
        )
        try enqueue(
            """
            UPDATE definition_uses SET completed_at = NULL
            WHERE definition = \(definition) AND user_id = \(user) AND NOT EXISTS (
                SELECT FROM definition_uses AS same
                JOIN challenges ON challenges.definition = same.definition
                JOIN assignments ON assignments.challenge = challenges.id
                    AND assignments.recipient = same.user_id
                WHERE same.definition = definition_uses.definition
                    AND same.user_id = definition_uses.user_id
                    AND assignments.state IN ('done', 'completed'))
            """
        )
    }
}

extension Reader {
    /// The rows behind a definition and a person, in the order of both.
    func uses(after last: (target: UUID, user: UserID), limit: Int) async throws -> [ActedRow] {
        try await all(
            """
            SELECT definition, user_id, first_at, completed_at FROM definition_uses
            WHERE (definition, user_id) > (\(last.target), \(last.user))
            ORDER BY definition, user_id LIMIT \(limit)
            """
        ) { row in
            let (definition, user): (UUID, UserID) = try (row.next(), row.next())
            let (firstAt, completedAt): (Instant, Instant?) = try (row.next(), row.next())
            return ActedRow(
                definition,
                of: .definition,
                by: user,
                [.join: firstAt, .completion: completedAt]
            )
        }
    }

    /// Whether a person has completed a run of a definition that was not voided.
    func hasCompleted(_ definition: DefinitionID, _ user: UserID) async throws -> Bool {
        try await first(
            """
            SELECT completed_at IS NOT NULL FROM definition_uses
            WHERE definition = \(definition) AND user_id = \(user)
            """,
            .point
        ) { row in try row.next() } ?? false
    }
}
