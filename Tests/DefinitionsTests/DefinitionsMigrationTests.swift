import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values

@testable import Challenges

/// A database of the release that does not say beside the counts of definitions which of them
/// everyone may see.
@Suite(.freshDatabase(Array(Challenges.migrations.prefix { $0.name != "m29_shelve_definitions" })))
struct DefinitionsMigrationTests {
    @Test func `what everyone may see is found from then on`() async throws {
        let scene = Scene()
        let shown = try await scene.storeDefinition()
        try await scene.database.run(
            "UPDATE definitions SET category = 'strength' WHERE id = \(shown)"
        )
        for visibility in [Visibility.private, .friends] {
            _ = try await scene.storeDefinition(visibility)
        }
        for state in ["hidden", "deleted"] { _ = try await scene.storeDefinition(state: state) }
        try await Database.fresh.migrate(Challenges.migrations)
        let shelved = try await Database.fresh.all(
            """
            SELECT definition, definition_counts.category FROM definition_counts
            JOIN definitions ON definitions.id = definition_counts.definition
            WHERE is_public AND preset IS NULL
            """
        ) { row in
            try (row.next(DefinitionID.self), row.next(String?.self))
        }
        #expect(shelved.map(\.0) == [shown])
        #expect(shelved.map(\.1) == ["strength"])
        let presets = try await Database.fresh.one(
            """
            SELECT count(*) FROM definition_counts
            JOIN definitions ON definitions.id = definition_counts.definition
            WHERE is_public AND preset IS NOT NULL
            """
        ) { row in try row.next(Int.self) }
        #expect(presets == 3)
    }
}
