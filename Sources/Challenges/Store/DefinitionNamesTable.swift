import ChallengesAPI
import Identifiers
import Postgres

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
