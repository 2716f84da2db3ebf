import Media
import Postgres
import TestKit
import Testing

@Suite(.freshDatabase(migrations: Media.migrations)) struct SchemaTests {
    @Test func `the migrations create the recorded schema`() async throws {
        try await expectSchema(.fresh, matches: "Sources/Media/Store/schema.sql")
    }

    @Test func `migrating twice changes nothing`() async throws {
        let before = try await Database.fresh.schemaText()
        try await Database.fresh.migrate(Media.migrations)
        #expect(try await Database.fresh.schemaText() == before)
    }
}
