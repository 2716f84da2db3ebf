package import Identifiers
import Postgres

/// How many people like, use and rated a definition.
package struct DefinitionCounts: Hashable, Sendable {
    /// How many people like it.
    package var likes = 0
    /// How many people took on a run of it.
    var users = 0
    /// The stars of all ratings together.
    var ratingSum = 0
    /// How many people rated it.
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

// The `definition_counts` table. Triggers of the tables that it counts change its numbers, and one of
// `definitions` what decides in which lists a definition is.
extension Transaction {
    /// Inserts the counts of a new definition, which is stored before: all are 0. Sent with the
    /// next statement.
    package func insertCounts(of definition: DefinitionID) throws {
        try enqueue(
            """
            INSERT INTO definition_counts (definition, likes, users, rating_sum, ratings)
            VALUES (\(definition), 0, 0, 0, 0)
            ON CONFLICT ON CONSTRAINT definition_counts_pkey DO NOTHING
            """
        )
    }

    /// Locks the counts of a definition: whoever stores or voids a completion of it does so before the
    /// person's row is locked. Sent with the next statement.
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
    /// Joins the counts that a page is ordered by, looked up for each definition that is found: the
    /// server may expect more of them than there are, and would read all counts.
    package mutating func appendInterpolation(countsOfEachFor place: DefinitionsPage.Place) {
        guard case .used = place else { return }
        appendLiteral(" CROSS JOIN LATERAL (SELECT definitions.id AS definition, coalesce((")
        appendLiteral("SELECT definition_counts.users FROM definition_counts")
        appendLiteral(" WHERE definition_counts.definition = definitions.id), 0) AS users)")
        appendLiteral(" AS definition_counts")
    }
}

extension DefinitionCounts {
    /// The definition, and what its counts are read from.
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
