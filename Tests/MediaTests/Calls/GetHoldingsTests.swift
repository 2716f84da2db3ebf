import Identifiers
import MediaAPI
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Media

/// How many pictures a user has, and may have (2.12-quota).
@Suite(.freshDatabase(migrations: Media.migrations)) struct GetHoldingsTests {
    private let ana = UserID()
    private let bytes = JPEGSample().bytes

    private func holdings(_ media: MediaUnderTest, of user: UserID) async throws -> Holdings {
        let reply = try await media.holdings(of: user)
        return Holdings(pictures: reply.pictures, bytes: reply.bytes)
    }

    @Test func `a user without pictures has none, and the default maxima`() async throws {
        try await withMedia { media in
            let reply = try await media.holdings(of: ana)
            #expect(
                reply
                    == GetHoldings.Reply(
                        pictures: 0,
                        bytes: 0,
                        picturesMax: 5_000,
                        bytesMax: 5_000_000_000
                    )
            )
        }
    }

    @Test func `the operator's maxima are told`() async throws {
        let limits = UploadLimits(picturesMax: 7, pictureBytesMax: 30_000_000)
        try await withMedia(limits: limits) { media in
            let reply = try await media.holdings(of: ana)
            #expect(reply.picturesMax == 7)
            #expect(reply.bytesMax == 30_000_000)
        }
    }

    @Test func `used and unused pictures count with the bytes that are stored`() async throws {
        try await withMedia { media in
            let first = try await media.upload(bytes, by: ana)
            let second = try await media.upload(bytes, by: ana)
            _ = try await media.upload(bytes, by: UserID())
            try await media.use([first.id], for: "one")
            let wanted = Holdings(pictures: 2, bytes: first.bytes + second.bytes)
            #expect(try await holdings(media, of: ana) == wanted)
            // A repetition adds nothing.
            _ = try await media.upload(bytes, id: first.id, by: ana)
            #expect(try await holdings(media, of: ana) == wanted)
        }
    }

    @Test func `a picture that the sweeper removes no longer counts`() async throws {
        try await withMedia { media in
            let kept = try await media.upload(bytes, by: ana)
            try await media.use([kept.id], for: "one")
            _ = try await media.upload(bytes, by: ana)
            let bo = UserID()
            _ = try await media.upload(bytes, by: bo)
            media.clock.advance(by: .days(8))
            #expect(try await media.sweep().pictures == 2)
            #expect(try await holdings(media, of: ana) == Holdings(pictures: 1, bytes: kept.bytes))
            #expect(try await holdings(media, of: bo) == Holdings())
        }
    }

    @Test func `a picture that is marked as deleted does not count`() async throws {
        try await withMedia { media in
            let picture = try await media.upload(bytes, by: ana)
            func mark(_ moment: Instant?) async throws {
                try await Database.fresh.transaction { tx in
                    _ = try await tx.run(
                        "UPDATE media SET deleted_at = \(moment) WHERE id = \(picture.id)"
                    )
                }
            }
            try await mark(media.clock.now)
            #expect(try await holdings(media, of: ana) == Holdings())
            try await mark(media.clock.now + .seconds(1))
            #expect(try await holdings(media, of: ana) == Holdings())
            try await mark(nil)
            let one = Holdings(pictures: 1, bytes: picture.bytes)
            #expect(try await holdings(media, of: ana) == one)
            try await mark(media.clock.now)
            // Removed for good: it had stopped counting before.
            try await Database.fresh.transaction { tx in
                _ = try await tx.run("DELETE FROM media WHERE id = \(picture.id)")
            }
            #expect(try await holdings(media, of: ana) == Holdings())
        }
    }

    @Test func `nobody is told without signing in`() async throws {
        try await withMedia { media in
            await #expect(throws: (any Error).self) {
                try await media.media.switchboard.call(GetHoldings(), in: CallContext())
            }
        }
    }
}
