import Identifiers
import Postgres
import Values

// The `wishes` table. No other file writes to it.
extension Transaction {
    /// Puts a definition on a person's wishlist; the first time counts. Sent with the next
    /// statement.
    func wish(_ definition: DefinitionID, by user: UserID, at now: Instant) throws {
        try enqueue(
            """
            INSERT INTO wishes (target, user_id, of, wished_at)
            VALUES (\(definition), \(user), 'definition', \(now))
            ON CONFLICT ON CONSTRAINT wishes_pkey DO NOTHING
            """
        )
    }

    /// Takes a definition off a person's wishlist. Sent with the next statement.
    func unwish(_ definition: DefinitionID, by user: UserID) throws {
        try enqueue("DELETE FROM wishes WHERE target = \(definition) AND user_id = \(user)")
    }
}
