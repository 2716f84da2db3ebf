import Identifiers
import MediaAPI
import Postgres
import RPC
import TestKit
import Testing
import Wire

@testable import Media

@Suite(.freshDatabase(migrations: Media.migrations)) struct MediaReleasedTests {
    @Test func `a release ends the uses and claims of its cause, and no other`() async throws {
        try await withMedia { media in
            let ana = UserID()
            let id = try await media.upload(JPEGSample().bytes, by: ana).id
            try await media.use([id], for: "one")
            try await media.use([id], for: "two")
            _ = try await media.claim([id], of: ana, for: "one")
            try await media.release([id], for: "one")
            #expect(try await rows("SELECT count(*) FROM claims") == 0)
            let causes = try await Database.fresh.all("SELECT cause FROM uses") { row in
                try row.next(String.self)
            }
            #expect(causes == ["two"])
        }
    }

    @Test func `releasing twice, or what was never used, changes nothing`() async throws {
        try await withMedia { media in
            let id = try await media.upload(JPEGSample().bytes).id
            try await media.use([id], for: "one")
            try await media.use([id], for: "one")
            try await media.release([id, MediaID()], for: "one")
            try await media.release([id], for: "one")
            #expect(try await rows("SELECT count(*) FROM uses") == 0)
            #expect(try await media.fetch(id) == JPEGSample().bytes)
        }
    }

    @Test func `a release that is delivered again after another use does nothing`() async throws {
        try await withMedia { media in
            let id = try await media.upload(JPEGSample().bytes).id
            let event = EventID()
            try await media.use([id], for: "one")
            try await media.release([id], for: "one", event: event)
            try await media.use([id], for: "one")
            try await media.release([id], for: "one", event: event)
            #expect(try await rows("SELECT count(*) FROM uses") == 1)
        }
    }
}
