import FoundationEssentials
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

    /// Puts a contest on a person's wishlist; the first time counts. Sent with the next statement.
    func wish(_ contest: ChallengeID, by user: UserID, at now: Instant) throws {
        try enqueue(
            """
            INSERT INTO wishes (target, user_id, of, wished_at)
            VALUES (\(contest), \(user), 'contest', \(now))
            ON CONFLICT ON CONSTRAINT wishes_pkey DO NOTHING
            """
        )
    }

    /// Takes a definition or a contest off a person's wishlist. Sent with the next statement.
    func unwish<Kind>(_ target: ID<Kind>, by user: UserID) throws {
        try enqueue("DELETE FROM wishes WHERE target = \(target) AND user_id = \(user)")
    }
}

extension Reader {
    /// What is on a person's wishlist after a position, newest first, of what they still see.
    func wishes(
        by user: UserID,
        after place: (at: Instant, target: UUID),
        limit: Int
    ) async throws -> [OpinionPlace] {
        try await all(
            """
            SELECT wishes.target, wishes.of, wishes.wished_at
            FROM wishes
            WHERE wishes.user_id = \(user)
                AND (wishes.wished_at, wishes.target) < (\(place.at), \(place.target))
                AND CASE wishes.of
                    WHEN 'definition' THEN \(isDefinition: "wishes.target", seenBy: user)
                    ELSE \(isContest: "wishes.target", seenBy: user)
                END
            ORDER BY wishes.wished_at DESC, wishes.target DESC LIMIT \(limit)
            """
        ) { row in
            try OpinionPlace(target: row.next(), of: row.next(), at: row.next())
        }
    }
}
