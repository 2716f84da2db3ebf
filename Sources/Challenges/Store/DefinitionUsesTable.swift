import Identifiers
import Postgres
import Values

// The `definition_uses` table. No other file writes to it.
extension Transaction {
    /// Records that a person took on a run of a definition; the first one counts. Sent with the next
    /// statement.
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
}

extension Reader {
    /// Whether a person has completed a run of a definition.
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
