import Crypto
import FoundationEssentials
import Identifiers
import Logging
import MediaAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Media

/// Files without a row (2.12-lost).
@Suite(.freshDatabase(migrations: Media.migrations)) struct FileWalkTests {
    let bytes = JPEGSample().bytes
    private let doubt = "this may be the wrong database"

    /// Creates files in their places; their bytes do not matter.
    @discardableResult
    private func put(_ numbers: Range<Int>, _ media: MediaUnderTest) throws -> [ContentHash] {
        try numbers.map { number in
            let hash = ContentHash(SHA256.hash(data: Array("\(number)".utf8)))
            try media.media.blobs.makePlace(for: hash)
            let path = media.media.blobs.path(of: hash)
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            return hash
        }
    }

    /// Inserts rows for files.
    private func register(_ hashes: [ContentHash], at now: Instant) async throws {
        try await Database.fresh.transaction { tx in try await register(hashes, tx, at: now) }
    }

    private func register(
        _ hashes: [ContentHash],
        _ tx: Transaction,
        at now: Instant
    ) async throws {
        try await tx.run(
            """
            INSERT INTO objects (sha256, content_type, bytes, width, height, created_at, uploaded_at)
            SELECT sha256, 'image/png', 1, 1, 1, \(now), \(now + .days(1_000))
            FROM unnest(\(hashes.map(\.bytes))) AS sha256
            """
        )
    }

    private func walk(_ media: MediaUnderTest) async throws -> FileWalk.Walked {
        try await media.sweep().walked
    }

    @Test func `a file without a row is moved after a day, and removed a week later`() async throws
    {
        try await withMedia { media in
            let hash = try put(0..<1, media)[0]
            #expect(try await walk(media) == .init())
            media.clock.advance(by: .hours(24) - .microseconds(1))
            #expect(try await walk(media) == .init())
            #expect(try media.keptFiles.count == 1)
            media.clock.advance(by: .hours(6))
            #expect(try await walk(media) == .init(lost: 1))
            #expect(try media.lostFiles == [hash.text])
            #expect(try media.keptFiles.isEmpty)
            #expect(mode(of: media.directory + "/lost") == 0o700)
            media.clock.advance(by: .days(7) - .microseconds(1))
            #expect(try await walk(media) == .init())
            media.clock.advance(by: .hours(6))
            #expect(try await walk(media) == .init(discarded: 1))
            #expect(try media.lostFiles.isEmpty)
            #expect(try await rows("SELECT count(*) FROM strays") == 0)
        }
    }

    @Test func `files that one walk does not record, a later one does`() async throws {
        try await withMedia { media in
            try put(0..<3, media)
            var walk = FileWalk(media: media.media)
            walk.strayMax = 2
            _ = try await walk.walkIfDue(at: media.clock.now)
            #expect(try await rows("SELECT count(*) FROM strays") == 2)
            media.clock.advance(by: .hours(24))
            #expect(try await walk.walkIfDue(at: media.clock.now) == .init(lost: 2))
            media.clock.advance(by: .hours(6))
            _ = try await walk.walkIfDue(at: media.clock.now)
            media.clock.advance(by: .hours(24))
            #expect(try await walk.walkIfDue(at: media.clock.now) == .init(lost: 1))
        }
    }

    @Test func `exactly a day between two walks is enough, and exactly a week in lost`()
        async throws
    {
        try await withMedia { media in
            try put(0..<1, media)
            _ = try await walk(media)
            media.clock.advance(by: .hours(24))
            #expect(try await walk(media) == .init(lost: 1))
            media.clock.advance(by: .days(7))
            #expect(try await walk(media) == .init(discarded: 1))
        }
    }

    @Test func `findings survive a restart, and replicas share them`() async throws {
        try await withMedia { media in
            try put(0..<1, media)
            _ = try await walk(media)
            media.clock.advance(by: .hours(24))
            let other = try media.replica()
            #expect(try await walk(other) == .init(lost: 1))
            // One replica walks, and not again before six hours have passed.
            try put(1..<2, media)
            media.clock.advance(by: .hours(6) - .microseconds(1))
            _ = try await walk(media)
            #expect(try await rows("SELECT count(*) FROM strays") == 0)
            media.clock.advance(by: .microseconds(1))
            _ = try await walk(media)
            #expect(try await rows("SELECT count(*) FROM strays") == 1)
        }
    }

    @Test func `a file that had a row in between is new to a walk`() async throws {
        try await withMedia { media in
            let hashes = try put(0..<1, media)
            _ = try await walk(media)
            media.clock.advance(by: .hours(12))
            try await register(hashes, at: media.clock.now)
            _ = try await walk(media)
            try await Database.fresh.run("DELETE FROM objects")
            media.clock.advance(by: .hours(12))
            #expect(try await walk(media) == .init())
            media.clock.advance(by: .hours(24))
            #expect(try await walk(media) == .init(lost: 1))
        }
    }

    @Test func `an upload moves a file back from lost`() async throws {
        try await withMedia { media in
            let hash = try await stray(media)
            #expect(try media.lostFiles == [hash.text])
            let id = try await media.upload(bytes).id
            #expect(try media.lostFiles.isEmpty)
            #expect(try media.keptFiles.count == 1)
            #expect(try await media.fetch(id) == bytes)
        }
    }

    @Test func `a walk moves a file back that has a row again`() async throws {
        try await withMedia { media in
            let hash = try await stray(media)
            try await register([hash], at: media.clock.now)
            media.clock.advance(by: .days(30))
            #expect(try await walk(media) == .init(found: 1))
            #expect(try media.keptFiles.count == 1)
            #expect(try media.lostFiles.isEmpty)
        }
    }

    /// Uploads a picture, deletes its rows, and has a walk move the file to `lost/`.
    private func stray(_ media: MediaUnderTest) async throws -> ContentHash {
        let id = try await media.upload(bytes).id
        let hash = try #require(try await media.hash(of: id))
        try await Database.fresh.run("DELETE FROM media")
        try await Database.fresh.run("DELETE FROM objects")
        _ = try await walk(media)
        media.clock.advance(by: .hours(24))
        #expect(try await walk(media) == .init(lost: 1))
        return hash
    }

    @Test func `with an empty database and 1,000 old files none is removed, and it is logged once`()
        async throws
    {
        try await withMedia { media in
            try put(0..<1_000, media)
            for _ in 0..<12 {
                #expect(try await media.sweep() == Sweeper.Swept())
                media.clock.advance(by: .days(1))
            }
            #expect(try media.keptFiles.count == 1_000)
            #expect(try media.lostFiles.isEmpty)
            #expect(media.log.lines.count == 1)
            #expect(media.log.lines[0].level == .warning)
            #expect(media.log.lines[0].message.contains(doubt))
            #expect(media.log.lines[0].metadata["files"] == "1000")
            #expect(media.log.lines[0].metadata["without_row"] == "1000")
        }
    }

    @Test(
        arguments: [
            (100, 0, true), (101, 0, false), (101, 908, false), (101, 909, true),
        ]
    )
    func `more than 100 files and a tenth of all are too many`(
        strays: Int,
        others: Int,
        areMoved: Bool
    ) async throws {
        try await withMedia { media in
            try put(0..<strays, media)
            try await register(try put(strays..<(strays + others), media), at: media.clock.now)
            _ = try await walk(media)
            media.clock.advance(by: .hours(24))
            #expect(try await walk(media).lost == (areMoved ? strays : 0))
            #expect(try media.keptFiles.count == (areMoved ? others : strays + others))
            #expect(media.log.messages.isEmpty == areMoved)
        }
    }

    @Test func `while the database is in doubt nothing is removed, and the end is logged`()
        async throws
    {
        try await withMedia { media in
            let lost = try await stray(media)
            let many = try put(0..<101, media)
            media.clock.advance(by: .days(30))
            #expect(try await walk(media) == .init())
            #expect(try media.lostFiles == [lost.text])
            #expect(media.log.messages.count == 1)
            try await register(many, at: media.clock.now)
            media.clock.advance(by: .days(1))
            #expect(try await walk(media) == .init(discarded: 1))
            #expect(
                media.log.messages.dropFirst() == ["Most picture files have a database row again."]
            )
        }
    }

    @Test func `files that are not pictures are left alone`() async throws {
        try await withMedia { media in
            let hash = ContentHash(SHA256.hash(data: [1]))
            let place = try media.media.blobs.makePlace(for: hash)
            let names = [
                place + "/notes", media.directory + "/" + hash.text, place + "/" + sha256([]),
            ]
            for name in names {
                #expect(FileManager.default.createFile(atPath: name, contents: nil))
            }
            for _ in 0..<3 {
                #expect(try await walk(media) == .init())
                media.clock.advance(by: .days(8))
            }
            #expect(names.allSatisfy(FileManager.default.fileExists))
        }
    }

    @Test func `a move waits for the file's lock, and leaves the file if it got a row`()
        async throws
    {
        try await withMedia { media in
            let hashes = try put(0..<1, media)
            _ = try await walk(media)
            media.clock.advance(by: .hours(24))
            let locked = Gate()
            async let walked = {
                await locked.pass()
                return try await walk(media)
            }()
            try await Database.fresh.transaction { tx in
                #expect(try await !tx.hasRow(lockedFile: hashes[0]))
                locked.open()
                try await somebodyWaitsForALock()
                try await register(hashes, tx, at: media.clock.now)
            }
            #expect(try await walked == .init())
            #expect(try media.keptFiles.count == 1)
        }
    }

    @Test func `an upload waits for its file's lock, before it has a row and after`() async throws {
        try await withMedia { media in
            let id = try await media.upload(bytes).id
            let hash = try #require(try await media.hash(of: id))
            let locked = Gate()
            async let made = {
                await locked.pass()
                return try await media.upload(bytes).id
            }()
            try await Database.fresh.transaction { tx in
                #expect(try await tx.hasRow(lockedFile: hash))
                locked.open()
                try await somebodyWaitsForALock()
                #expect(try await media.media.blobs.lose(hash, at: media.clock.now))
            }
            #expect(try await media.fetch(try await made) == bytes)
            #expect(try media.lostFiles.isEmpty)
        }
    }

    /// The upload and the move of the same bytes race: every client that got a reply has a picture.
    @Test func `an upload is safe from the move of the same bytes`() async throws {
        try await withMedia(limits: UploadLimits(unusedMax: 1_000)) { media in
            for _ in 0..<25 {
                _ = try await media.upload(bytes)
                try await Database.fresh.run("DELETE FROM media")
                try await Database.fresh.run("DELETE FROM objects")
                _ = try await walk(media)
                media.clock.advance(by: .hours(24))
                async let made = media.upload(bytes)
                async let walked = walk(media)
                let id = try await made.id
                _ = try await walked
                #expect(try await media.fetch(id) == bytes)
                #expect(try media.lostFiles.isEmpty)
                media.clock.advance(by: .hours(6))
            }
        }
    }
}
