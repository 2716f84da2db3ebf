import Glibc
import Identifiers
import MediaAPI
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Media

/// Uploads while the disk is nearly full (2.12-room).
@Suite(.freshDatabase(migrations: Media.migrations)) struct UploadRoomTests {
    let ana = UserID()
    let bytes = JPEGSample().bytes
    private let full = Refusal(MediaError.storageFull, retryAfterSeconds: 60).fault

    @Test func `below the floor uploads are refused, and every picture can be read`() async throws {
        let disk = Disk(free: 1_000_000_000)
        try await withMedia(space: { disk.space }) { media in
            let id = try await media.upload(bytes, by: ana).id
            // The floor is 256 MiB, and the upload may have 20 MB.
            disk.setFree(268_435_456 + 20_000_000 - 1)
            let stream = try await media.begin(by: ana)
            #expect(await fault { try await stream.reply() } == full)
            #expect(try await media.fetch(id) == bytes)
            #expect(try await rows("SELECT count(*) FROM uploads") == 0)
            // An upload that declares a small size is accepted.
            let count = Int64(bytes.count)
            _ = try await media.upload(bytes, by: ana, announcing: count)
            disk.setFree(0)
            #expect(await fault { try await media.upload(bytes, announcing: count) } == full)
            #expect(try await media.fetch(id) == bytes)
            disk.setFree(268_435_456 + 20_000_000)
            _ = try await media.upload(bytes, by: ana)
            #expect(
                media.log.messages == [
                    "Refusing uploads: less than GAUNTLET_MEDIA_FREE_MIN would be left free."
                ]
            )
            try await RoomWatch(of: media.media).look()
            #expect(media.log.messages.last == "There is room for uploads again.")
        }
    }

    @Test func `the uploads in progress of all users count`() async throws {
        let disk = Disk(free: 268_435_456 + 30_000_000)
        try await withMedia(space: { disk.space }) { media in
            let one = try await media.begin(by: ana, announcing: 20_000_000)
            // It counts before it looks at the others, so until then others could have it refused.
            try await eventually("it was taken in") { try !media.scratchFiles.isEmpty }
            // Another replica counts it too.
            let other = try media.replica(space: { disk.space })
            let over = try await other.begin(by: UserID(), announcing: 10_000_001)
            #expect(await fault { try await over.reply() } == full)
            #expect(try await rows("SELECT count(*) FROM uploads") == 1)
            let two = try await other.begin(by: UserID(), announcing: 10_000_000)
            try await eventually("both count") {
                try await rows("SELECT count(*) FROM uploads") == 2
            }
            two.cancel()
            one.cancel()
            try await eventually("the drafts are removed") { try media.scratchFiles.isEmpty }
        }
    }

    @Test func `a disk that fills up during an upload is not an internal error`() async throws {
        try await withMedia { media in
            let call = UploadMedia(contentType: "image/jpeg")
            let error = await #expect(throws: Refusal.self) {
                try await media.media.admit(
                    call,
                    of: ana,
                    try UploadDeclaration(call, UploadLimits()),
                    in: CallContext(user: ana)
                ) { _ in
                    errno = ENOSPC
                    throw BlobError.last("write", "a file")
                }
            }
            #expect(error?.fault == full)
            #expect(
                media.log.messages == [
                    "Refusing uploads: less than GAUNTLET_MEDIA_FREE_MIN would be left free."
                ]
            )
        }
    }
}
