import Postgres
import TestKit
import Testing

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct SchemaTests {
    @Test func `the migrations make what schema.sql says`() async throws {
        try await expectSchema(.fresh, matches: "Sources/Identity/schema.sql")
    }

    @Test func `migrating again changes nothing`() async throws {
        let before = try await Database.fresh.schemaText()
        try await Database.fresh.migrate(Identity.migrations)
        #expect(try await Database.fresh.schemaText() == before)
    }
}
