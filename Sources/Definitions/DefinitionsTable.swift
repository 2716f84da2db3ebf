import ChallengesAPI
package import ChallengesCore
package import Identifiers
import People
import Postgres
package import Values
package import Wire

/// A page of the definitions that a viewer may see.
package struct DefinitionsPage: Sendable {
    let viewer: UserID
    let languages: Languages
    let selection: ListDefinitions.Selection?
    package let words: SearchWords?
    let category: String?
    let author: UserID?
    let place: Place
    /// The maximum number of definitions.
    let limit: Int

    /// The order of the list, and the last definition of the page before.
    package enum Place: Sendable {
        case newest(after: (at: Instant, id: DefinitionID)?)
        case used(after: (users: Int, id: DefinitionID)?)
        case trending(after: (score: Int, id: DefinitionID)?)
    }
}

/// A definition of a list.
package struct ListedDefinition: Sendable {
    package let definition: DefinitionRecord
    /// The sort key: the number of users who took it on, or its trend score; 0 in other orders.
    let rank: Int
}

// The `definitions` table. No other file names it but to join it.
extension Transaction {
    /// Inserts a user's definition; returns `false` if the id is taken.
    package func insert(_ definition: DefinitionRecord) async throws -> Bool {
        let added = try await run(
            """
            INSERT INTO definitions (\(DefinitionRecord.columns), translations, folded)
            VALUES (\(definition.id), \(definition.author), NULL, \(definition.name),
                \(definition.caption), \(definition.description), \(definition.category),
                \(definition.unit), \(definition.target), \(definition.targetSeconds),
                \(definition.wholeNumbers), \(definition.metric?.rawValue),
                \(definition.timer.rawValue), \(definition.proof.rawValue),
                \(definition.visibility.rawValue), \(definition.state), \(definition.createdAt),
                \(definition.changedAt), \(definition.version), '',
                array_to_tsvector(\(definition.foldedWords())))
            ON CONFLICT ON CONSTRAINT definitions_pkey DO NOTHING
            """
        )
        return added == 1
    }

    /// Inserts a preset, or replaces the one with the same name.
    ///
    /// - Parameters:
    ///   - preset: The preset, with its English texts.
    ///   - translations: Its texts in all other languages, for the search.
    /// - Returns: Its id and its version.
    /// - Throws: `PostgresError`.
    func put(
        _ preset: DefinitionRecord,
        translations: String
    ) async throws -> (id: DefinitionID, version: Int64) {
        try await one(
            """
            INSERT INTO definitions (\(DefinitionRecord.columns), translations, folded)
            VALUES (\(preset.id), NULL, \(preset.preset), \(preset.name), \(preset.caption),
                \(preset.description), \(preset.category), \(preset.unit), \(preset.target),
                \(preset.targetSeconds), \(preset.wholeNumbers), \(preset.metric?.rawValue),
                \(preset.timer.rawValue), \(preset.proof.rawValue),
                \(preset.visibility.rawValue), \(preset.state), \(preset.createdAt),
                \(preset.changedAt), \(preset.version), \(translations),
                array_to_tsvector(\(preset.foldedWords(with: translations))))
            ON CONFLICT ON CONSTRAINT definitions_preset_once DO UPDATE SET
                name = excluded.name, caption = excluded.caption,
                description = excluded.description, category = excluded.category,
                unit = excluded.unit, target = excluded.target,
                target_seconds = excluded.target_seconds,
                whole_numbers = excluded.whole_numbers, metric = excluded.metric,
                timer = excluded.timer, proof = excluded.proof, visibility = excluded.visibility,
                state = excluded.state, changed_at = excluded.changed_at,
                version = definitions.version + 1, translations = excluded.translations,
                folded = excluded.folded
            RETURNING id, version
            """
        ) { row in
            try (id: row.next(), version: row.next())
        }
    }

    /// Locks a user's definition until the transaction ends, and reads it in any state; `nil` if
    /// they are not its author.
    func heldDefinition(_ id: DefinitionID, of author: UserID) async throws -> DefinitionRecord? {
        try await first(
            """
            SELECT \(DefinitionRecord.columns) FROM definitions
            WHERE id = \(id) AND author = \(author) FOR NO KEY UPDATE
            """
        ) { row in
            try DefinitionRecord(reading: &row)
        }
    }

    /// Reads a definition like `definition(_:seenBy:in:)`, and keeps it from changing until the
    /// transaction ends, so that it can be copied.
    package func shareDefinition(
        _ id: DefinitionID,
        seenBy viewer: UserID,
        in languages: Languages
    ) async throws -> DefinitionRecord? {
        // The next statement starts once the lock is held, so it sees the last change.
        try enqueue("SELECT FROM definitions WHERE id = \(id) FOR SHARE")
        return try await definition(id, seenBy: viewer, in: languages)
    }

    /// Stores the change of a locked definition. Sent with the next statement.
    func save(_ definition: DefinitionRecord) throws {
        try enqueue(
            """
            UPDATE definitions SET name = \(definition.name), caption = \(definition.caption),
                description = \(definition.description), category = \(definition.category),
                unit = \(definition.unit), target = \(definition.target),
                target_seconds = \(definition.targetSeconds),
                whole_numbers = \(definition.wholeNumbers),
                metric = \(definition.metric?.rawValue), timer = \(definition.timer.rawValue),
                proof = \(definition.proof.rawValue),
                visibility = \(definition.visibility.rawValue), state = \(definition.state),
                changed_at = \(definition.changedAt), version = \(definition.version),
                folded = array_to_tsvector(\(definition.foldedWords()))
            WHERE id = \(definition.id)
            """
        )
    }

    /// Stores the folded words of definitions that have none (2.8-search). Skips definitions that
    /// others change at the moment.
    ///
    /// - Returns: The number of definitions.
    package func foldDefinitions(limit: Int) async throws -> Int {
        let texts = try await all(
            """
            SELECT id, name, caption, description, translations FROM definitions
            WHERE folded IS NULL LIMIT \(limit) FOR NO KEY UPDATE SKIP LOCKED
            """
        ) { row in
            let (id, name, caption): (DefinitionID, String, String) = try row.read()
            let (description, translations): (String, String) = try row.read()
            return (
                id: id,
                words: SearchWords.stored(in: name, caption, description, translations)
            )
        }
        guard !texts.isEmpty else { return 0 }
        try await run(
            """
            UPDATE definitions SET folded = array_to_tsvector(string_to_array(texts.words, ' '))
            FROM unnest(\(texts.map(\.id)), \(texts.map { $0.words.joined(separator: " ") }))
                AS texts(id, words)
            WHERE definitions.id = texts.id
            """
        )
        return texts.count
    }

    /// The number of a user's definitions, without deleted ones. Sent with the next statement.
    func countDefinitions(of author: UserID) throws -> Deferred<Int> {
        try deferred(.countDefinitions(of: author)) { row in
            try row.next(Int.self)
        }.map { $0.first ?? 0 }
    }
}

extension Reader {
    /// The number of a user's definitions, without deleted ones.
    func definitionCount(of author: UserID) async throws -> Int {
        try await one(.countDefinitions(of: author)) { row in try row.next(Int.self) }
    }

    /// A definition that a viewer may see (2.10-visibility), a preset in their language.
    ///
    /// - Parameters:
    ///   - id: The definition.
    ///   - viewer: The viewer.
    ///   - languages: The viewer's languages.
    /// - Returns: `nil` if it does not exist, or is hidden or deleted. Another author's definition
    ///   is also `nil` if it is private, if it is for friends and the two are not friends, if they
    ///   are a blocked pair, or if the author is inactive.
    /// - Throws: `PostgresError`.
    package func definition(
        _ id: DefinitionID,
        seenBy viewer: UserID,
        in languages: Languages
    ) async throws -> DefinitionRecord? {
        let found = try await first(
            """
            SELECT \(DefinitionRecord.joinedColumns) FROM definitions
            WHERE definitions.id = \(id) AND definitions.state = 'shown'
                AND \(definitionsSeenBy: viewer)
            """,
            .point
        ) { row in
            try DefinitionRecord(reading: &row)
        }
        return try await translated([found].compactMap(\.self), to: languages).first
    }

    /// A user's own definition in any state; `nil` if they are not its author.
    package func definition(_ id: DefinitionID, by author: UserID) async throws -> DefinitionRecord?
    {
        try await first(
            """
            SELECT \(DefinitionRecord.columns) FROM definitions
            WHERE id = \(id) AND author = \(author)
            """,
            .point
        ) { row in
            try DefinitionRecord(reading: &row)
        }
    }

    /// Definitions regardless of who may see them, presets in the reader's language; those that do
    /// not exist are left out.
    package func definitions(
        _ ids: [DefinitionID],
        in languages: Languages
    ) async throws -> [DefinitionID: DefinitionRecord] {
        guard !ids.isEmpty else { return [:] }
        let listed = try await all(
            "SELECT \(DefinitionRecord.columns) FROM definitions WHERE id = ANY(\(ids))",
            ids.count <= 200 ? .point : .leased
        ) { row in
            try DefinitionRecord(reading: &row)
        }
        let definitions = try await translated(listed, to: languages)
        return Dictionary(uniqueKeysWithValues: definitions.map { ($0.id, $0) })
    }

    /// A page of the definitions that a viewer may see.
    package func definitions(_ page: DefinitionsPage) async throws -> ListPart<ListedDefinition> {
        let looked = try await all(page.statement) { row in
            try LookedAt(reading: &row) { row in
                try ListedDefinition(definition: DefinitionRecord(reading: &row), rank: row.next())
            }
        }
        var found = ListPart(looked)
        let definitions = try await translated(found.items.map(\.definition), to: page.languages)
        found.items = zip(definitions, found.items).map { definition, listed in
            ListedDefinition(definition: definition, rank: listed.rank)
        }
        return found
    }
}

extension DefinitionRecord {
    /// The folded words of all texts; of a preset with its texts in other languages.
    fileprivate func foldedWords(with translations: String = "") -> [String] {
        SearchWords.stored(in: name, caption, description, translations)
    }
}

extension SQL {
    fileprivate static func countDefinitions(of author: UserID) -> SQL {
        "SELECT count(*) FROM definitions WHERE author = \(author) AND state <> 'deleted'"
    }
}

extension SQL.StringInterpolation {
    /// The condition under which a viewer sees a definition in the state `shown` (2.10-visibility).
    /// Accounts without a known status count as active.
    package mutating func appendInterpolation(definitionsSeenBy viewer: UserID) {
        appendLiteral("(definitions.preset IS NOT NULL OR definitions.author = ")
        appendInterpolation(viewer)
        appendLiteral(" OR CASE WHEN coalesce(")
        appendInterpolation(standingOf: "definitions.author")
        appendLiteral(", 'active') = 'active' THEN CASE definitions.visibility WHEN 'public' THEN ")
        appendInterpolation(relationOf: "definitions.author", with: viewer)
        appendLiteral(" IS DISTINCT FROM 'blocked' WHEN 'friends' THEN ")
        appendInterpolation(relationOf: "definitions.author", with: viewer)
        appendLiteral(" = 'friends' END END)")
    }

    /// Whether the id in a column is a definition that the viewer sees. It is looked up for each
    /// row, so that a list ends with its page.
    package mutating func appendInterpolation(
        isDefinition column: StaticString,
        seenBy viewer: UserID
    ) {
        appendLiteral("coalesce((SELECT true FROM definitions WHERE definitions.id = ")
        appendLiteral(column)
        appendLiteral(" AND definitions.state = 'shown' AND ")
        appendInterpolation(definitionsSeenBy: viewer)
        appendLiteral("), false)")
    }
}
