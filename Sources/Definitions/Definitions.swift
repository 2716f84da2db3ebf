import ChallengesAPI
package import ChallengesCore
import Identifiers
package import Postgres
package import RPC
package import Values
import Wire

/// Reusable texts for challenges: presets, workouts, and definitions that users wrote.
package struct Definitions: ChallengesPart {
    let database: Database
    let identity: any Caller
    let pictures: Pictures
    let rules: DefinitionRules
    let now: @Sendable () -> Instant

    package init(
        database: Database,
        identity: any Caller,
        pictures: Pictures,
        rules: DefinitionRules,
        now: @escaping @Sendable () -> Instant
    ) {
        self.database = database
        self.identity = identity
        self.pictures = pictures
        self.rules = rules
        self.now = now
    }

    package var switchboard: Switchboard {
        Switchboard {
            $0.on(createDefinition)
            $0.on(listDefinitions)
            $0.on(getDefinition)
            $0.on(changeDefinition)
            $0.on(deleteDefinition)
            $0.on(listCategories)
            $0.on(putPreset)
            $0.on(putCategory)
            $0.on(putUnit)
        }
    }

    /// A definition after a change. Reports invalid fields and fields that do not fit together. If
    /// there is a problem, the result must not be used.
    func changed(
        _ definition: DefinitionRecord,
        by change: DefinitionChange,
        _ problems: inout FieldProblems<ChallengesError>,
        in reader: some Reader
    ) async throws -> DefinitionRecord {
        var change = change
        change.check(&problems)
        var isCategoryKnown = true
        if let category = change.category, !category.isEmpty {
            isCategoryKnown = try await reader.hasCategory(category)
        }
        var isUnitOfTime = false
        if let unit = change.unit(after: definition) {
            isUnitOfTime = try await reader.seconds(ofUnit: unit) != nil
        }
        var next = definition
        change.apply(
            to: &next,
            isCategoryKnown: isCategoryKnown,
            isUnitOfTime: isUnitOfTime,
            &problems
        )
        return next
    }

    /// Refuses a stale version, with the current definition as its author sees it.
    func refuse(
        _ version: Int64?,
        of definition: DefinitionRecord,
        by author: UserID,
        in reader: some Reader
    ) async throws {
        guard let version, version != definition.version else { return }
        let shown = try await reader.definitionReply(definition, to: author, under: rules)
        throw try Refusal(ChallengesError.versionStale, current: shown)
    }
}
