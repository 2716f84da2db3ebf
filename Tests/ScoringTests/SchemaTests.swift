import Postgres
import Scoring
import TestKit
import Testing

@Suite(.freshDatabase(Scoring.migrations)) struct SchemaTests {
    @Test func `all migrations together make what schema.sql says`() async throws {
        try await expectSchema(.fresh, matches: "Sources/Scoring/schema.sql")
    }

    @Test func `migrating twice changes nothing`() async throws {
        try await Database.fresh.migrate(Scoring.migrations)
        try await expectSchema(.fresh, matches: "Sources/Scoring/schema.sql")
    }
}
