import Postgres
import TestKit
import Testing

@testable import Challenges

@Suite(.freshDatabase(Challenges.migrations))
struct SchemaTests {
    @Test func `the tables are those that people have read`() async throws {
        try await expectSchema(.fresh, matches: "Sources/Challenges/Store/schema.sql")
    }

    @Test func `migrations that were applied are not applied again`() async throws {
        try await Database.fresh.migrate(Challenges.migrations)
        try await expectSchema(.fresh, matches: "Sources/Challenges/Store/schema.sql")
    }
}
