import FoundationEssentials
import Identifiers
import MediaAPI
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Media

@Suite(.freshDatabase(migrations: Media.migrations)) struct SweeperTests {
    let ana = UserID()
    let bytes = JPEGSample().bytes

    @Test func `an unused picture is removed after seven days, with its file`() async throws {
        try await withMedia { media in
            let id = try await media.upload(bytes, by: ana).id
            media.clock.advance(by: .days(7))
            #expect(try await media.sweep() == Sweeper.Swept())
            #expect(try await media.fetch(id) == bytes)
            media.clock.advance(by: .microseconds(1))
            #expect(try await media.sweep() == Sweeper.Swept(pictures: 1, files: 1))
            #expect(await fault { try await media.fetch(id) } == refused(.notFound))
            #expect(try media.keptFiles.isEmpty)
            #expect(try await rows("SELECT count(*) FROM objects") == 0)
            #expect(try await media.sweep() == Sweeper.Swept())
        }
    }

    @Test func `the operator sets how long unneeded pictures are kept`() async throws {
        let lifetimes = PictureLifetimes(unused: .hours(3), unfinished: .hours(1))
        try await withMedia(lifetimes: lifetimes) { media in
            let left = media.directory + "/incoming/left"
            #expect(FileManager.default.createFile(atPath: left, contents: nil))
            setWritten(left, seconds: media.clock.now.microseconds / 1_000_000)
            _ = try await media.upload(bytes, by: ana)
            media.clock.advance(by: .hours(1))
            #expect(try await media.sweep() == Sweeper.Swept())
            media.clock.advance(by: .microseconds(1))
            #expect(try await media.sweep() == Sweeper.Swept(scratch: 1))
            media.clock.advance(by: .hours(2) - .microseconds(1))
            #expect(try await media.sweep() == Sweeper.Swept())
            media.clock.advance(by: .microseconds(1))
            #expect(try await media.sweep() == Sweeper.Swept(pictures: 1, files: 1))
        }
    }

    @Test func `a claim keeps a picture until seven days after its end`() async throws {
        try await withMedia { media in
            let id = try await media.upload(bytes, by: ana).id
            media.clock.advance(by: .days(7))
            _ = try await media.claim([id], of: ana, for: "one")
            media.clock.advance(by: .hours(24))
            #expect(try await media.sweep() == Sweeper.Swept(claims: 1))
            media.clock.advance(by: .days(7))
            #expect(try await media.sweep() == Sweeper.Swept())
            media.clock.advance(by: .microseconds(1))
            #expect(try await media.sweep() == Sweeper.Swept(pictures: 1, files: 1))
        }
    }

    @Test func `a use keeps a picture until seven days after its release`() async throws {
        try await withMedia { media in
            let id = try await media.upload(bytes, by: ana).id
            try await media.use([id], for: "one")
            try await media.use([id], for: "two")
            media.clock.advance(by: .days(400))
            try await media.release([id], for: "one")
            media.clock.advance(by: .days(400))
            #expect(try await media.sweep() == Sweeper.Swept())
            try await media.release([id], for: "two")
            media.clock.advance(by: .days(7))
            #expect(try await media.sweep() == Sweeper.Swept())
            media.clock.advance(by: .microseconds(1))
            #expect(try await media.sweep() == Sweeper.Swept(pictures: 1, files: 1))
        }
    }

    @Test func `a file stays as long as one picture needs it`() async throws {
        try await withMedia { media in
            let used = try await media.upload(bytes, by: ana).id
            let unused = try await media.upload(bytes).id
            try await media.use([used], for: "one")
            media.clock.advance(by: .days(8))
            #expect(try await media.sweep() == Sweeper.Swept(pictures: 1))
            #expect(await fault { try await media.fetch(unused) } == refused(.notFound))
            #expect(try await media.fetch(used) == bytes)
        }
    }

    @Test func `the remains of a crashed upload are removed after a day`() async throws {
        try await withMedia { media in
            let left = media.directory + "/incoming/left"
            #expect(FileManager.default.createFile(atPath: left, contents: nil))
            let second = media.clock.now.microseconds / 1_000_000
            setWritten(left, seconds: second - 86_399)
            let tooEarly = try await media.sweep()
            #expect(tooEarly == Sweeper.Swept())
            setWritten(left, seconds: second - 86_401)
            #expect(try await media.sweep() == Sweeper.Swept(scratch: 1))
            #expect(try media.scratchFiles.isEmpty)
        }
    }

    @Test func `a file that a crash left without a picture is removed after a day`() async throws {
        try await withMedia { media in
            let id = try await media.upload(bytes).id
            try await Database.fresh.transaction { tx in
                _ = try await tx.run("DELETE FROM media WHERE id = \(id)")
            }
            media.clock.advance(by: .hours(24))
            #expect(try await media.sweep() == Sweeper.Swept())
            media.clock.advance(by: .microseconds(1))
            #expect(try await media.sweep() == Sweeper.Swept(files: 1))
            #expect(try media.keptFiles.isEmpty)
        }
    }

    @Test func `a missing file is restored by the next upload of its bytes`() async throws {
        try await withMedia { media in
            let id = try await media.upload(bytes).id
            let path = try #require(try await media.path(of: id))
            try FileManager.default.removeItem(atPath: path)
            _ = try await media.upload(bytes)
            #expect(try await media.fetch(id) == bytes)
        }
    }

    /// The upload and the removal of the same bytes race: in either order, every client that got a
    /// reply has a picture.
    @Test func `an upload is safe from the sweep of the same bytes`() async throws {
        try await withMedia { media in
            for _ in 0..<25 {
                _ = try await media.upload(bytes)
                media.clock.advance(by: .days(8))
                async let first = media.sweep()
                async let made = media.upload(bytes)
                async let second = media.sweep()
                let id = try await made.id
                _ = try await (first, second)
                #expect(try await media.fetch(id) == bytes)
                #expect(try media.keptFiles.count == 1)
                #expect(try await rows("SELECT count(*) FROM objects") == 1)
            }
        }
    }

    /// A claim and the removal of the same picture race: the picture is claimed, or not found.
    @Test func `a claim is safe from the sweep of the same picture`() async throws {
        try await withMedia { media in
            for _ in 0..<25 {
                let id = try await media.upload(bytes, by: ana).id
                media.clock.advance(by: .days(8))
                async let swept = media.sweep()
                let fault = await fault { try await media.claim([id], of: ana, for: "one") }
                _ = try await swept
                if fault == nil {
                    #expect(try await media.fetch(id) == bytes)
                } else {
                    #expect(fault == refused(.notFound, at: "/media/0"))
                    #expect(await Self.isGone(id, media))
                }
                media.clock.advance(by: .days(30))
                _ = try await media.sweep()
            }
        }
    }

    private static func isGone(_ id: MediaID, _ media: MediaUnderTest) async -> Bool {
        await MediaTests.fault { try await media.fetch(id) } == refused(.notFound)
    }
}
