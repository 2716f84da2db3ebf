import ChallengesAPI
import Postgres
import Wire

/// A category and its position in the list.
struct ListedCategory: Sendable {
    let category: Category
    let position: Int
}

// The `categories` table. No other file names it.
extension Transaction {
    /// Adds a category, or changes the one with this id. Without a position, a new category comes
    /// last, and an existing one keeps its place.
    func put(_ category: Category, at position: Int?) async throws {
        try await run(
            """
            INSERT INTO categories (id, name, position)
            SELECT \(category.id), \(category.name),
                coalesce(\(position), max(position) + 1, 1)::integer
            FROM categories
            ON CONFLICT ON CONSTRAINT categories_pkey DO UPDATE SET name = excluded.name,
                position = coalesce(\(position), categories.position)::integer
            """
        )
    }
}

extension Reader {
    /// Whether a text that a client sent is the id of a category.
    package func isCategory(_ text: String) async throws -> Bool {
        guard PutCategory.categoryLimit.allows(text) else { return false }
        return try await hasCategory(text)
    }

    /// Whether there is a category of this id.
    package func hasCategory(_ id: String) async throws -> Bool {
        try await first("SELECT true FROM categories WHERE id = \(id)", .point) { row in
            try row.next()
        } ?? false
    }

    /// The categories after a position, in the order of the list.
    func categories(
        after last: (position: Int, id: String)?,
        limit: Int
    ) async throws -> [ListedCategory] {
        try await all(
            """
            SELECT id, name, position FROM categories
            WHERE (position, id) > (\(last?.position ?? 0), \(last?.id ?? ""))
            ORDER BY position, id LIMIT \(limit)
            """
        ) { row in
            try ListedCategory(
                category: Category(id: row.next(), name: row.next()),
                position: row.next()
            )
        }
    }
}
