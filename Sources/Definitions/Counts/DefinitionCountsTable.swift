package import Identifiers
import Postgres

/// The number of likes, users and ratings of a definition.
package struct DefinitionCounts: Hashable, Sendable {
    /// The number of people who like it.
    package var likes = 0
    /// The number of people who took on a run of it.
    var users = 0
    /// The sum of the stars of all ratings.
    var ratingSum = 0
    /// The number of people who rated it.
    package var ratings = 0

    package init(
        likes: Int = 0,
        users: Int = 0,
        ratingSum: Int = 0,
        ratings: Int = 0
    ) {
        self.likes = likes
        self.users = users
        self.ratingSum = ratingSum
        self.ratings = ratings
    }
}

// The `definition_counts` table. Triggers of the counted tables change its numbers, and a trigger
// of `definitions` the columns that decide in which lists a definition is.
extension Transaction {
    /// Inserts the counts of a new definition, all 0. The definition must be stored before. Sent
    /// with the next statement.
    package func insertCounts(of definition: DefinitionID) throws {
        try enqueue(
            """
            INSERT INTO definition_counts (definition, likes, users, rating_sum, ratings)
            VALUES (\(definition), 0, 0, 0, 0)
            ON CONFLICT ON CONSTRAINT definition_counts_pkey DO NOTHING
            """
        )
    }

    /// Locks the counts of a definition. Storing or voiding a completion locks them before the
    /// user's row. Sent with the next statement.
    func lockCounts(of definition: DefinitionID) throws {
        try enqueue(
            """
            SELECT FROM definition_counts WHERE definition = \(definition) FOR NO KEY UPDATE
            """
        )
    }
}

extension Reader {
    /// The counts of definitions; those that do not exist are left out.
    package func counts(
        of definitions: [DefinitionID]
    ) async throws -> [DefinitionID: DefinitionCounts] {
        guard !definitions.isEmpty else { return [:] }
        let rows = try await all(
            """
            SELECT \(DefinitionCounts.columns) FROM definition_counts
            WHERE definition = ANY(\(Array(Set(definitions))))
            """,
            definitions.count <= 200 ? .point : .leased
        ) { row in
            try (definition: row.next(DefinitionID.self), counts: DefinitionCounts(reading: &row))
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.definition, $0.counts) })
    }
}

extension SQL.StringInterpolation {
    /// Joins the counts that order a page, looked up for each definition. The planner may expect
    /// more definitions than there are, and would otherwise read all counts.
    package mutating func appendInterpolation(countsOfEachFor place: DefinitionsPage.Place) {
        guard case .used = place else { return }
        appendLiteral(" CROSS JOIN LATERAL (SELECT definitions.id AS definition, coalesce((")
        appendLiteral("SELECT definition_counts.users FROM definition_counts")
        appendLiteral(" WHERE definition_counts.definition = definitions.id), 0) AS users)")
        appendLiteral(" AS definition_counts")
    }
}

extension DefinitionCounts {
    /// The definition, and the columns of its counts.
    fileprivate static let columns: Columns = [
        "definition", "likes", "users", "rating_sum", "ratings",
    ]

    /// Reads `columns` after the definition.
    fileprivate init(reading row: inout Row) throws {
        try self.init(
            likes: row.next(),
            users: row.next(),
            ratingSum: row.next(),
            ratings: row.next()
        )
    }
}
