import ChallengesAPI
import Identifiers
import Postgres
import Values

// The `definition_names` table: the texts of presets in languages other than English.
extension Transaction {
    /// Replaces the texts of a preset. Sent with the next statement.
    func replaceNames(of definition: DefinitionID, by texts: [PutPreset.Text]) throws {
        try enqueue("DELETE FROM definition_names WHERE definition = \(definition)")
        try enqueue(
            """
            INSERT INTO definition_names (definition, locale, name, description)
            SELECT \(definition), locale, name, description
            FROM unnest(\(texts.map(\.locale)), \(texts.map(\.name)),
                \(texts.map { $0.description ?? "" })) AS new(locale, name, description)
            """
        )
    }
}

extension Reader {
    /// The definitions, with presets translated to the reader's language (2.4-presets). Reads
    /// nothing if that language is English.
    func translated(
        _ definitions: [DefinitionRecord],
        to languages: Languages
    ) async throws -> [DefinitionRecord] {
        let presets = definitions.filter { $0.preset != nil }.map(\.id)
        guard languages.preferred != Languages.known[0], !presets.isEmpty else {
            return definitions
        }
        let texts = try await names(of: presets, in: languages.preferred)
        return definitions.map { definition in
            guard let text = texts[definition.id] else { return definition }
            var translated = definition
            translated.name = text.name
            translated.description = text.description ?? ""
            return translated
        }
    }

    /// The texts of presets in a language; presets without such a text are left out.
    private func names(
        of presets: [DefinitionID],
        in locale: String
    ) async throws -> [DefinitionID: PutPreset.Text] {
        let texts = try await all(
            """
            SELECT definition, locale, name, description FROM definition_names
            WHERE definition = ANY(\(presets)) AND locale = \(locale)
            """,
            presets.count <= 200 ? .point : .leased
        ) { row in
            let id: DefinitionID = try row.next()
            let text = try PutPreset.Text(
                locale: row.next(),
                name: row.next(),
                description: row.next()
            )
            return (id, text)
        }
        return Dictionary(uniqueKeysWithValues: texts)
    }
}
