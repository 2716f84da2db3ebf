import Identifiers
import Postgres
import Values
import Wire

// The `wishes` table. No other file writes to it.
extension Transaction {
    /// Puts a definition on a user's wishlist. An existing wish keeps its time. Sent with the next
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

    /// Puts a contest on a user's wishlist. An existing wish keeps its time. Sent with the next
    /// statement.
    func wish(_ contest: ChallengeID, by user: UserID, at now: Instant) throws {
        try enqueue(
            """
            INSERT INTO wishes (target, user_id, of, wished_at)
            VALUES (\(contest), \(user), 'contest', \(now))
            ON CONFLICT ON CONSTRAINT wishes_pkey DO NOTHING
            """
        )
    }

    /// Takes a definition or a contest off a user's wishlist.
    ///
    /// - Returns: Whether it was on it.
    func unwish<Kind>(_ target: ID<Kind>, by user: UserID) async throws -> Bool {
        try await run("DELETE FROM wishes WHERE target = \(target) AND user_id = \(user)") == 1
    }
}

extension OpinionList {
    /// A user's wishlist.
    static let wishes = OpinionList(
        table: "wishes AS opinions",
        since: "opinions.wished_at",
        cursors: PageCursor("wishes")
    )
}
