import Identifiers
import MediaAPI
import Postgres
import RPC
import TestKit
import Testing
import Wire

@testable import Media

@Suite(.freshDatabase(migrations: Media.migrations)) struct MediaUsedTests {
    @Test func `a use replaces the claim`() async throws {
        try await withMedia { media in
            let ana = UserID()
            let id = try await media.upload(JPEGSample().bytes, by: ana).id
            _ = try await media.claim([id], of: ana, for: "one")
            _ = try await media.claim([id], of: ana, for: "two")
            try await media.use([id], for: "one")
            #expect(try await rows("SELECT count(*) FROM uses WHERE cause = 'one'") == 1)
            #expect(try await rows("SELECT count(*) FROM claims WHERE cause = 'one'") == 0)
            #expect(try await rows("SELECT count(*) FROM claims WHERE cause = 'two'") == 1)
        }
    }

    @Test func `a repeated use counts once, even under another event's id`() async throws {
        try await withMedia { media in
            let id = try await media.upload(JPEGSample().bytes).id
            let event = EventID()
            try await media.use([id, id], for: "one", event: event)
            try await media.use([id, id], for: "one", event: event)
            try await media.use([id], for: "one")
            #expect(try await rows("SELECT count(*) FROM uses") == 1)
        }
    }

    @Test func `deleted pictures are skipped`() async throws {
        try await withMedia { media in
            let id = try await media.upload(JPEGSample().bytes).id
            try await media.use([MediaID(), id], for: "one")
            #expect(try await rows("SELECT count(*) FROM uses WHERE media = \(id)") == 1)
            #expect(try await rows("SELECT count(*) FROM uses") == 1)
        }
    }

    @Test func `the gateway cannot send events`() async throws {
        try await withMedia { media in
            let event = MediaUsed(media: [], cause: "one", key: EventID().uuid)
            let fault = await fault { try await media.gateway.call(event, in: CallContext()) }
            #expect(fault == WireError.forbidden.fault)
        }
    }
}
