import Postgres
import TestKit
import Testing

@testable import Challenges

@Suite(.freshDatabase(Challenges.migrations))
struct SchemaTests {
    @Test func `the tables match the recorded schema`() async throws {
        try await expectSchema(.fresh, matches: "Sources/Challenges/schema.sql")
    }

    @Test func `applied migrations are not applied again`() async throws {
        try await Database.fresh.migrate(Challenges.migrations)
        try await expectSchema(.fresh, matches: "Sources/Challenges/schema.sql")
    }
}
