package import Identifiers
import Postgres

/// A user's opinion of a definition: like, wishlist and rating.
package struct Opinion: Hashable, Sendable {
    package var isLiked = false
    /// Whether it is on the user's wishlist.
    package var isWished = false
    /// The user's rating, 1 to 5; `nil` if there is none.
    package var stars: Int?

    package init(
        isLiked: Bool = false,
        isWished: Bool = false,
        stars: Int? = nil
    ) {
        self.isLiked = isLiked
        self.isWished = isWished
        self.stars = stars
    }
}

// Joins the three tables of opinions.
extension Reader {
    /// A user's opinion of each definition.
    package func opinions(
        of user: UserID,
        on definitions: [DefinitionID]
    ) async throws -> [DefinitionID: Opinion] {
        guard !definitions.isEmpty else { return [:] }
        let rows = try await all(
            """
            SELECT asked.definition, likes.target IS NOT NULL, wishes.target IS NOT NULL,
                ratings.stars
            FROM unnest(\(Array(Set(definitions)))) AS asked(definition)
            LEFT JOIN likes ON likes.target = asked.definition AND likes.user_id = \(user)
            LEFT JOIN wishes ON wishes.target = asked.definition AND wishes.user_id = \(user)
            LEFT JOIN ratings ON ratings.definition = asked.definition
                AND ratings.user_id = \(user)
            """,
            definitions.count <= 200 ? .point : .leased
        ) { row in
            try (
                definition: row.next(DefinitionID.self),
                opinion: Opinion(isLiked: row.next(), isWished: row.next(), stars: row.next())
            )
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.definition, $0.opinion) })
    }
}
