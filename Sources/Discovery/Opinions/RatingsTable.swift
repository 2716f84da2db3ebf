import Identifiers
import Postgres
import Values

// The `ratings` table. No other file writes to it.
extension Transaction {
    /// Stores a user's rating of a definition, which replaces an earlier one. Sent with the next
    /// statement.
    func rate(
        _ definition: DefinitionID,
        _ stars: Int,
        by user: UserID,
        at now: Instant
    ) throws {
        try enqueue(
            """
            INSERT INTO ratings (definition, user_id, stars, rated_at)
            VALUES (\(definition), \(user), \(Int16(stars)), \(now))
            ON CONFLICT ON CONSTRAINT ratings_pkey
            DO UPDATE SET stars = excluded.stars, rated_at = excluded.rated_at
            WHERE ratings.stars <> excluded.stars
            """
        )
    }

    /// Removes a user's rating of a definition.
    ///
    /// - Returns: Whether there was one.
    func unrate(_ definition: DefinitionID, by user: UserID) async throws -> Bool {
        try await run(
            "DELETE FROM ratings WHERE definition = \(definition) AND user_id = \(user)"
        ) == 1
    }
}
