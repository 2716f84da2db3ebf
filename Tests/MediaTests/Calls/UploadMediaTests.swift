import Identifiers
import MediaAPI
import NIOCore
import Postgres
import RPC
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Media

@Suite(.freshDatabase(migrations: Media.migrations)) struct UploadMediaTests {
    let ana = UserID()
    let bo = UserID()

    @Test func `a picture is stored without its private metadata`() async throws {
        try await withMedia { media in
            let sample = JPEGSample.secretive(orientation: 6)
            let id = MediaID()
            let made = try await media.upload(
                sample.bytes,
                id: id,
                by: ana,
                announcing: Int64(sample.bytes.count),
                sha256: sha256(sample.bytes).uppercased(),
                itemBytes: 7
            )
            let kept = sample.stripped(orientation: 6)
            #expect(
                made
                    == UploadMedia.Reply(
                        id: id,
                        contentType: "image/jpeg",
                        bytes: Int64(kept.count),
                        width: 8,
                        height: 8,
                        orientation: 6,
                        url: MediaReference(id)
                    )
            )
            #expect(try await media.fetch(id) == kept)
            #expect(try media.scratchFiles.isEmpty)
        }
    }

    @Test(arguments: ["image/png", "Image/WebP; charset=binary"])
    func `the other types are stored too`(type: String) async throws {
        try await withMedia { media in
            let isPNG = type == "image/png"
            let bytes = isPNG ? PNGSample.secretive().bytes : WebPSample.secretive().bytes
            let made = try await media.upload(bytes, as: type)
            #expect(made.contentType == (isPNG ? "image/png" : "image/webp"))
            let kept = try await media.fetch(made.id)
            #expect(!betrays(kept))
            #expect(try kept == strip(bytes))
        }
    }

    @Test(arguments: UInt16(1)...8)
    func `its width comes with how to turn it, unless it is upright`(
        orientation: UInt16
    ) async throws {
        try await withMedia { media in
            let bytes = JPEGSample(exif: EXIFSample(orientation: orientation)).bytes
            let expected = orientation == 1 ? nil : Int(orientation)
            let made = try await media.upload(bytes, by: ana)
            #expect(made.orientation == expected)
            #expect(try await media.describe(made.id).orientation == expected)
            let claimed = try await media.claim([made.id], of: ana, for: "one").media
            #expect(claimed.map(\.orientation) == [expected])
        }
    }

    @Test func `another upload tells the orientation that an earlier release left out`()
        async throws
    {
        try await withMedia { media in
            let bytes = JPEGSample(exif: EXIFSample(orientation: 6)).bytes
            let first = try await media.upload(bytes, by: ana).id
            try await Database.fresh.transaction { tx in
                _ = try await tx.run("UPDATE objects SET orientation = DEFAULT")
            }
            #expect(try await media.describe(first).orientation == nil)
            _ = try await media.upload(bytes, by: bo)
            #expect(try await media.describe(first).orientation == 6)
        }
    }

    @Test func `its provenance is stored beside it`() async throws {
        try await withMedia { media in
            let id = try await media.upload(JPEGSample.secretive().bytes, by: ana).id
            let row = try await Database.fresh.one(
                """
                SELECT captured_at, captured_zone_known, camera, original_content_type FROM media
                WHERE id = \(id) AND owner = \(ana)
                """
            ) { row in try row.read() as (Instant?, Bool, String?, String) }
            #expect(row.0 == Instant(rfc3339: "2026-05-01T10:30:00Z"))
            #expect(row.1 && row.2 == "Gauntlet Pocket 7" && row.3 == "image/jpeg")
        }
    }

    @Test(
        arguments: [
            "image/jpeg", "image/png", "image/webp", "application/octet-stream", "image/jpg",
            "IMAGE/PJPEG", "image/apng; a=b", "image/x-png",
        ],
        ImageType.allCases
    )
    func `the bytes tell the type, whatever is declared`(
        declared: String,
        sent: ImageType
    ) async throws {
        try await withMedia { media in
            let bytes =
                switch sent {
                case .jpeg: JPEGSample().bytes
                case .png: PNGSample().bytes
                case .webp: WebPSample().bytes
                }
            let made = try await media.upload(bytes, as: declared)
            #expect(made.contentType == sent.rawValue)
            #expect(try await media.fetch(made.id) == strip(bytes))
            #expect(try media.keptFiles.count == 1)
        }
    }

    @Test func `another type is refused before the first byte`() async throws {
        try await withMedia { media in
            for type in [
                "image/gif", "image", "text/html", "", "image/svg+xml", "application/json",
            ] {
                let fault = await fault { try await media.upload(JPEGSample().bytes, as: type) }
                #expect(fault == refused(.unsupportedType, at: "/contentType"), "\(type)")
            }
        }
    }

    @Test func `anything but a picture is refused, whatever its declared type`() async throws {
        try await withMedia { media in
            let page = Array("<html><script>alert(1)</script></html>".utf8)
            #expect(await fault { try await media.upload(page) } == refused(.unsupportedType))
            let cut = Array(PNGSample().bytes.dropLast())
            #expect(await fault { try await media.upload(cut) } == refused(.damaged))
            let left = try media.scratchFiles
            #expect(left.isEmpty)
            #expect(try await rows("SELECT count(*) FROM objects") == 0)
        }
    }

    @Test(arguments: [-1, 1])
    func `the declared length must be the actual one`(difference: Int64) async throws {
        try await withMedia { media in
            let bytes = JPEGSample().bytes
            let count = Int64(bytes.count) + difference
            let fault = await fault { try await media.upload(bytes, announcing: count) }
            #expect(fault == refused(.lengthMismatch, at: "/bytes"))
            let left = try media.scratchFiles
            #expect(left.isEmpty)
        }
    }

    @Test(arguments: [nil, 0, -1] as [Int64?])
    func `an upload without bytes is refused`(count: Int64?) async throws {
        try await withMedia { media in
            let fault = await fault { try await media.upload([], announcing: count) }
            #expect(fault == refused(.lengthInvalid, at: count == nil ? nil : "/bytes"))
        }
    }

    @Test func `the declared hash must be that of the bytes`() async throws {
        try await withMedia { media in
            let bytes = JPEGSample().bytes
            let other = sha256(bytes + [0])
            let fault = await fault { try await media.upload(bytes, sha256: other) }
            #expect(fault == refused(.digestMismatch, at: "/sha256"))
        }
    }

    @Test(arguments: ["", "e3b0c442", String(repeating: "0", count: 65)])
    func `an invalid hash is refused`(text: String) async throws {
        try await withMedia { media in
            let fault = await fault { try await media.upload(JPEGSample().bytes, sha256: text) }
            #expect(fault == refused(.digestInvalid, at: "/sha256"))
        }
    }

    @Test(arguments: [20_000_000, 20_000_001])
    func `20 MB are accepted, and not one byte more`(count: Int) async throws {
        try await withMedia { media in
            let plain = JPEGSample()
            let head =
                JPEGSample.start + JPEGSample.jfif + JPEGSample.tables + plain.frame
                + JPEGSample.scan
            let filler = [UInt8](repeating: 0x55, count: count - head.count - 2)
            let bytes = head + filler + JPEGSample.end
            let fault = await fault { try await media.upload(bytes) }
            #expect(fault == (count == 20_000_000 ? nil : refused(.tooLarge)))
            let announced = await self.announced(Int64(count), to: media)
            #expect(
                announced
                    == (count == 20_000_000
                        ? refused(.lengthMismatch, at: "/bytes")
                        : refused(.tooLarge, at: "/bytes"))
            )
        }
    }

    /// The refusal of a declared length, before a byte is sent.
    private func announced(_ count: Int64, to media: MediaUnderTest) async -> Fault? {
        await fault { try await media.upload([1], announcing: count) }
    }

    @Test(arguments: [(8_000, 8_000, true), (8_000, 8_001, false), (1, 64_000_001, false)])
    func `64 megapixels are accepted, and not one row more`(
        width: UInt32,
        height: UInt32,
        isAccepted: Bool
    ) async throws {
        try await withMedia { media in
            let bytes = PNGSample(width: width, height: height).bytes
            let fault = await fault { try await media.upload(bytes, as: "image/png") }
            #expect(fault == (isAccepted ? nil : refused(.tooManyPixels)))
        }
    }

    @Test func `the limits can be set`() async throws {
        let bytes = JPEGSample().bytes
        let count = Int64(bytes.count)
        try await withMedia(limits: UploadLimits(imageBytesMax: count, imagePixelsMax: 64)) {
            media in
            _ = try await media.upload(bytes)
        }
        try await withMedia(limits: UploadLimits(imageBytesMax: count - 1)) { media in
            #expect(await fault { try await media.upload(bytes) } == refused(.tooLarge))
        }
        try await withMedia(limits: UploadLimits(imagePixelsMax: 63)) { media in
            #expect(await fault { try await media.upload(bytes) } == refused(.tooManyPixels))
        }
    }

    @Test func `uploading requires signing in`() async throws {
        try await withMedia { media in
            let fault = await fault { try await media.upload(JPEGSample().bytes, by: nil) }
            #expect(fault == WireError.signInNeeded.fault)
        }
    }

    @Test func `an id stands for the same bytes of the same user, and nothing else`() async throws {
        try await withMedia { media in
            let id = MediaID()
            let bytes = JPEGSample().bytes
            let first = try await media.upload(bytes, id: id, by: ana)
            #expect(try await media.upload(bytes, id: id, by: ana) == first)
            let taken = refused(.idTaken, at: "/media")
            let other = JPEGSample(width: 9).bytes
            #expect(await fault { try await media.upload(other, id: id, by: ana) } == taken)
            #expect(await fault { try await media.upload(bytes, id: id, by: bo) } == taken)
            #expect(try await rows("SELECT count(*) FROM media") == 1)
            // A refused file is not kept: nothing would count it.
            var files = 0
            for outer in BlobStore.outerDirectories {
                files += try await media.media.blobs.hashes(in: outer).count
            }
            #expect(files == 1)
            #expect(try await media.fetch(id) == bytes)
        }
    }

    @Test(
        arguments: [
            "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
        ]
    )
    func `no picture has the nil or the max UUID`(text: String) async throws {
        try await withMedia { media in
            let id = try #require(MediaID(text))
            let refusal = await fault {
                try await media.upload(JPEGSample().bytes, id: id, by: ana)
            }
            #expect(refusal == Refusal(WireError.idReserved, at: "/media").fault)
            #expect(try await rows("SELECT count(*) FROM media") == 0)
        }
    }

    @Test func `a key stands for the same bytes of the same user`() async throws {
        try await withMedia { media in
            let bytes = JPEGSample().bytes
            let first = try await media.upload(bytes, by: ana, key: "once")
            #expect(try await media.upload(bytes, by: ana, key: "once") == first)
            let other = JPEGSample(width: 9).bytes
            #expect(
                await fault { try await media.upload(other, by: ana, key: "once") }
                    == WireError.keyReused.fault
            )
            #expect(try await media.upload(bytes, by: bo, key: "once").id != first.id)
            #expect(try await media.upload(bytes, by: ana, key: "twice").id != first.id)
            #expect(try await rows("SELECT count(*) FROM media") == 3)
        }
    }

    @Test func `equal pictures are stored once, whatever their metadata`() async throws {
        try await withMedia { media in
            let first = try await media.upload(JPEGSample.secretive().bytes, by: ana)
            let second = try await media.upload(JPEGSample().bytes, by: bo)
            #expect(first.id != second.id)
            #expect(try await rows("SELECT count(*) FROM objects") == 1)
            #expect(try media.keptFiles.count == 1)
            #expect(try await media.fetch(first.id) == media.fetch(second.id))
        }
    }

    @Test func `concurrent uploads of equal pictures create one file`() async throws {
        try await withMedia { media in
            let ids = try await withThrowingTaskGroup(of: MediaID.self) { group in
                for _ in 0..<12 {
                    let (id, user) = (MediaID(), UserID())
                    group.addTask {
                        try await insist {
                            try await media.upload(JPEGSample().bytes, id: id, by: user).id
                        }
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(ids.count == 12)
            #expect(try await rows("SELECT count(*) FROM objects") == 1)
            #expect(try media.keptFiles.count == 1)
            #expect(try media.scratchFiles.isEmpty)
        }
    }

    @Test func `concurrent repetitions of one upload create one picture`() async throws {
        try await withMedia { media in
            let id = MediaID()
            let replies = try await withThrowingTaskGroup(of: UploadMedia.Reply.self) { group in
                for index in 0..<12 {
                    group.addTask {
                        try await insist {
                            try await media.upload(
                                JPEGSample().bytes,
                                id: id,
                                by: ana,
                                key: index.isMultiple(of: 2) ? "once" : nil
                            )
                        }
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(replies.count == 1)
            #expect(try await rows("SELECT count(*) FROM media") == 1)
        }
    }

    @Test func `an abandoned upload leaves nothing behind`() async throws {
        try await withMedia { media in
            let stream = try await media.media.switchboard.open(
                UploadMedia(contentType: "image/jpeg"),
                in: CallContext(user: ana)
            )
            try await stream.send(ByteBuffer(bytes: JPEGSample.start))
            try await eventually("the upload begins") { try media.scratchFiles.count == 1 }
            stream.cancel()
            await #expect(throws: WireError.cancelled.fault) { try await stream.reply() }
            try await eventually("the draft is removed") { try media.scratchFiles.isEmpty }
            #expect(try await rows("SELECT count(*) FROM objects") == 0)
            #expect(try media.keptFiles.isEmpty)
        }
    }

    @Test func `only this user can read the files`() async throws {
        try await withMedia { media in
            let id = try await media.upload(JPEGSample().bytes).id
            let path = try #require(try await media.path(of: id))
            #expect(mode(of: path) == 0o600)
            #expect(mode(of: media.directory) == 0o700)
        }
    }
}
