import FoundationEssentials
import Identifiers
import MediaAPI
import NIOCore
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Media

/// How many unused pictures a user may upload (2.12-unused).
@Suite(.freshDatabase(migrations: Media.migrations)) struct UploadAdmissionTests {
    let ana = UserID()
    let bo = UserID()
    let bytes = JPEGSample().bytes

    private func refused(inSeconds seconds: Int) -> Fault {
        Refusal(MediaError.unusedExhausted, retryAfterSeconds: seconds).fault
    }

    @Test func `one too many is refused before its first byte, and only for that user`()
        async throws
    {
        try await withMedia(limits: UploadLimits(unusedMax: 2)) { media in
            _ = try await media.upload(bytes, by: ana)
            media.clock.advance(by: .hours(1))
            let id = try await media.upload(bytes, by: ana).id
            media.clock.advance(by: .hours(1))
            let stream = try await media.begin(by: ana)
            // Nothing was sent, and the refusal comes at once.
            let fault = await fault { try await stream.reply() }
            #expect(fault == refused(inSeconds: 22 * 3_600))
            #expect(fault?.kind == .exhausted)
            _ = try await media.upload(bytes, by: bo)
            // A used picture does not count.
            try await media.use([id], for: "one")
            _ = try await media.upload(bytes, by: ana)
            #expect(
                await MediaTests.fault { try await media.upload(bytes, by: ana) }
                    == refused(inSeconds: 22 * 3_600)
            )
        }
    }

    @Test func `a picture stops counting a day after its upload, used or not`() async throws {
        try await withMedia(limits: UploadLimits(unusedMax: 1)) { media in
            let id = try await media.upload(bytes, by: ana).id
            try await media.use([id], for: "one")
            media.clock.advance(by: .hours(24) - .microseconds(1))
            try await media.release([id], for: "one")
            #expect(
                await fault { try await media.upload(bytes, by: ana) } == refused(inSeconds: 1)
            )
            media.clock.advance(by: .microseconds(1))
            _ = try await media.upload(bytes, by: ana)
        }
    }

    @Test func `a deleted picture no longer counts`() async throws {
        try await withMedia(limits: UploadLimits(unusedMax: 1)) { media in
            let id = try await media.upload(bytes, by: ana).id
            #expect(
                await fault { try await media.upload(bytes, by: ana) } == refused(inSeconds: 86_400)
            )
            try await Database.fresh.transaction { tx in
                _ = try await tx.run("UPDATE media SET deleted_at = created_at WHERE id = \(id)")
            }
            _ = try await media.upload(bytes, by: ana)
        }
    }

    @Test func `a claim alone does not count as a use`() async throws {
        try await withMedia(limits: UploadLimits(unusedMax: 1)) { media in
            let id = try await media.upload(bytes, by: ana).id
            _ = try await media.claim([id], of: ana, for: "one")
            #expect(
                await fault { try await media.upload(bytes, by: ana) }
                    == refused(inSeconds: 86_400)
            )
        }
    }

    @Test func `of many concurrent uploads on two replicas, no more than the limit are accepted`()
        async throws
    {
        try await withMedia(limits: UploadLimits(unusedMax: 5)) { media in
            let replicas = [media, try media.replica()]
            let faults = await withTaskGroup(of: Fault?.self) { group in
                for number in 0..<16 {
                    group.addTask {
                        await fault { try await replicas[number % 2].upload(bytes, by: ana) }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(faults.count { $0 == nil } == 5)
            #expect(faults.allSatisfy { $0 == nil || $0?.code == "media.unused_exhausted" })
            #expect(try await rows("SELECT count(*) FROM media") == 5)
            #expect(try media.scratchFiles.isEmpty)
        }
    }

    @Test func `an upload waits for another of the user that begins, and counts it`() async throws {
        try await withMedia(limits: UploadLimits(unusedMax: 1)) { media in
            let locked = Gate()
            async let second = {
                await locked.pass()
                return await MediaTests.fault { try await media.upload(bytes, by: ana) }
            }()
            try await Database.fresh.transaction { tx in
                try await tx.lockUploads(of: ana)
                locked.open()
                try await somebodyWaitsForALock()
                try await tx.begin(
                    UnfinishedUpload(
                        id: UnfinishedUpload.ID(),
                        owner: ana,
                        bytes: 1,
                        endsBy: media.clock.now + .minutes(1)
                    )
                )
            }
            #expect(await second == refused(inSeconds: 10))
        }
    }

    @Test func `the declared length counts while an upload is in progress`() async throws {
        try await withMedia(limits: UploadLimits(unusedBytesMax: 40_000_000)) { media in
            let soon = refused(inSeconds: 10)
            let one = try await media.begin(by: ana, announcing: 15_000_000)
            try await eventually("it counts") {
                try await rows("SELECT count(*) FROM uploads") == 1
            }
            // Without a declared length it may be the largest.
            let two = try await media.begin(by: ana)
            try await eventually("both count") {
                try await rows("SELECT count(*) FROM uploads") == 2
            }
            let over = try await media.begin(by: ana, announcing: 5_000_001)
            #expect(await fault { try await over.reply() } == soon)
            #expect(await fault { try await media.begin(by: ana).reply() } == soon)
            // However it ends, it no longer counts.
            one.cancel()
            try await two.send(ByteBuffer(bytes: [1, 2, 3]))
            try await two.finish()
            #expect(await fault { try await two.reply() } == MediaError.unsupportedType.fault)
            await #expect(throws: WireError.cancelled.fault) { try await one.reply() }
            try await eventually("the draft is removed") { try media.scratchFiles.isEmpty }
            _ = try await media.upload(bytes, by: ana, announcing: Int64(bytes.count))
            // A scratch file is removed a moment before its upload is known to have ended.
            try await eventually("an upload still counts") {
                try await media.media.deleteEndedUploads()
                return try await rows("SELECT count(*) FROM uploads") == 0
            }
        }
    }

    @Test func `failed and refused uploads no longer count`() async throws {
        try await withMedia(limits: UploadLimits(unusedMax: 1)) { media in
            for _ in 0..<3 {
                #expect(await fault { try await media.upload([1], by: ana) } != nil)
            }
            _ = try await media.upload(bytes, by: ana)
            for _ in 0..<3 {
                #expect(
                    await fault { try await media.upload(bytes, by: ana) }
                        == refused(inSeconds: 86_400)
                )
            }
            try await RoomWatch(of: media.media).look()
            #expect(try await rows("SELECT count(*) FROM uploads") == 0)
        }
    }

    @Test func `the row of an upload whose process died counts until the upload would have ended`()
        async throws
    {
        try await withMedia(limits: UploadLimits(unusedMax: 1)) { media in
            let dead = UnfinishedUpload(
                id: UnfinishedUpload.ID(),
                owner: ana,
                bytes: 1,
                endsBy: media.clock.now + .minutes(5)
            )
            try await Database.fresh.transaction { tx in try await tx.begin(dead) }
            media.clock.advance(by: .minutes(5) - .microseconds(1))
            #expect(
                await fault { try await media.upload(bytes, by: ana) } == refused(inSeconds: 10)
            )
            #expect(try await media.sweep().uploads == 0)
            media.clock.advance(by: .microseconds(1))
            _ = try await media.upload(bytes, by: ana)
            #expect(try await media.sweep().uploads == 1)
            #expect(try await rows("SELECT count(*) FROM uploads") == 0)
        }
    }

    @Test func `a repetition finds its picture, however many are unused`() async throws {
        try await withMedia(limits: UploadLimits(unusedMax: 2)) { media in
            let id = MediaID()
            let named = try await media.upload(bytes, id: id, by: ana)
            let keyed = try await media.upload(bytes, by: ana, key: "once")
            #expect(try await media.upload(bytes, id: id, by: ana) == named)
            #expect(try await media.upload(bytes, by: ana, key: "once") == keyed)
            let full = refused(inSeconds: 86_400)
            #expect(await fault { try await media.upload(bytes, by: ana, key: "more") } == full)
            #expect(await fault { try await media.upload(bytes, id: MediaID(), by: ana) } == full)
            // Another user's picture is not a repetition.
            let other = try await media.upload(bytes, by: bo).id
            #expect(await fault { try await media.upload(bytes, id: other, by: ana) } == full)
        }
    }
}
