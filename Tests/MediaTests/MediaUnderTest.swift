import Crypto
import FoundationEssentials
import Identifiers
import MediaAPI
import MetricsTestKit
import NIOCore
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Media

/// The service with a directory of its own and a stopped clock, called as its callers call it.
struct MediaUnderTest: Sendable {
    let media: Media
    let clock: StoppedClock
    let directory: String
    /// The service's log.
    let log: CapturedLog
    let metrics: TestMetrics

    /// Uploads a picture, item by item.
    func upload(
        _ bytes: [UInt8],
        as type: String = "image/jpeg",
        id: MediaID? = nil,
        by user: UserID? = UserID(),
        key: String? = nil,
        announcing count: Int64? = nil,
        sha256: String? = nil,
        itemBytes: Int = Limits.itemBytesMax
    ) async throws -> UploadMedia.Reply {
        let stream = try await media.switchboard.open(
            UploadMedia(media: id, contentType: type, bytes: count, sha256: sha256),
            in: CallContext(user: user, idempotencyKey: key)
        )
        var rest = bytes[...]
        while !rest.isEmpty {
            let item = ByteBuffer(bytes: rest.prefix(itemBytes))
            // A refusal ends the stream; the reply tells which one.
            guard (try? await stream.send(item)) != nil else { break }
            rest = rest.dropFirst(itemBytes)
        }
        try? await stream.finish()
        return try await stream.reply()
    }

    /// Reads a picture, or a range of it.
    func fetch(
        _ id: MediaID,
        variant: String = "original",
        offset: Int64? = nil,
        length: Int64? = nil,
        sha256: String? = nil
    ) async throws -> [UInt8] {
        let stream = try await gateway.open(
            FetchMedia(
                media: id,
                variant: variant,
                offset: offset,
                length: length,
                sha256: sha256
            ),
            in: CallContext()
        )
        var bytes: [UInt8] = []
        while let item = try await stream.next() {
            bytes += item.readableBytesView
        }
        _ = try await stream.reply()
        return bytes
    }

    func describe(_ id: MediaID) async throws -> DescribeMedia.Reply {
        try await gateway.call(DescribeMedia(media: id), in: CallContext())
    }

    func claim(
        _ ids: [MediaID],
        of user: UserID,
        for cause: String
    ) async throws -> ClaimMedia.Reply {
        try await challenges.call(
            ClaimMedia(media: ids, user: user, cause: cause),
            in: CallContext()
        )
    }

    func use(_ ids: [MediaID], for cause: String, event: EventID = EventID()) async throws {
        _ = try await challenges.call(
            MediaUsed(media: ids, cause: cause, key: event.uuid),
            in: .background(idempotencyKey: event.description)
        )
    }

    func release(_ ids: [MediaID], for cause: String, event: EventID = EventID()) async throws {
        _ = try await challenges.call(
            MediaReleased(media: ids, cause: cause, key: event.uuid),
            in: .background(idempotencyKey: event.description)
        )
    }

    /// How many pictures a user has, and may have.
    func holdings(of user: UserID) async throws -> GetHoldings.Reply {
        try await media.switchboard.call(GetHoldings(), in: CallContext(user: user))
    }

    func sweep() async throws -> Sweeper.Swept {
        try await Sweeper(of: media).sweep()
    }

    var gateway: any Caller { media.switchboard.asked(by: .gateway) }
    var challenges: any Caller { media.switchboard.asked(by: .challenges) }

    /// The hash of a picture's bytes.
    func hash(of id: MediaID) async throws -> ContentHash? {
        try await media.database.pictures([id])[id]?.hash
    }

    /// The path of a picture's bytes.
    func path(of id: MediaID) async throws -> String? {
        try await media.database.pictures([id])[id].map { media.blobs.path(of: $0.hash) }
    }

    /// The files under their final names.
    var keptFiles: [String] {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: directory)
                .filter { $0.split(separator: "/").count == 3 }
        }
    }

    /// The names of the files in `lost/`.
    var lostFiles: [String] {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: directory)
                .filter { $0.hasPrefix("lost/") }.map { String($0.dropFirst(5)) }
        }
    }

    /// The files of unfinished uploads.
    var scratchFiles: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: directory + "/incoming")
        }
    }
}

/// Runs a test with a service of its own, and removes the directory afterwards.
func withMedia(
    limits: UploadLimits = UploadLimits(),
    lifetimes: PictureLifetimes = PictureLifetimes(),
    space: @escaping @Sendable () throws -> DiskSpace = { DiskSpace(free: .max, whole: .max) },
    _ test: @Sendable (MediaUnderTest) async throws -> Void
) async throws {
    let directory = temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    // In 2001, so that files written by a test are always new to the sweeper.
    let clock = StoppedClock(at: Instant(microseconds: 1_000_000_000_000_000))
    let (log, metrics) = (CapturedLog(), TestMetrics())
    let media = try Media(
        database: .fresh,
        directory: directory,
        limits: limits,
        lifetimes: lifetimes,
        now: { clock.now },
        space: space,
        logger: log.logger,
        metrics: metrics
    )
    try await test(
        MediaUnderTest(
            media: media,
            clock: clock,
            directory: directory,
            log: log,
            metrics: metrics
        )
    )
}

extension MediaUnderTest {
    /// Another process with the same database and the same files.
    func replica(
        limits: UploadLimits? = nil,
        space: @escaping @Sendable () throws -> DiskSpace = { DiskSpace(free: .max, whole: .max) }
    ) throws -> MediaUnderTest {
        let other = try Media(
            database: .fresh,
            directory: directory,
            limits: limits ?? media.limits,
            now: { [clock] in clock.now },
            space: space,
            logger: log.logger,
            metrics: metrics
        )
        return MediaUnderTest(
            media: other,
            clock: clock,
            directory: directory,
            log: log,
            metrics: metrics
        )
    }

    /// Starts an upload without sending a byte.
    func begin(
        by user: UserID,
        announcing bytes: Int64? = nil
    ) async throws -> CallStream<UploadMedia> {
        try await media.switchboard.open(
            UploadMedia(contentType: "image/jpeg", bytes: bytes),
            in: CallContext(user: user)
        )
    }
}

/// A path where nothing exists.
func temporaryDirectory() -> String {
    FileManager.default.temporaryDirectory.path + "/media-" + UUID().uuidString
}

/// The SHA-256 of some bytes, in hexadecimal.
func sha256(_ bytes: [UInt8]) -> String {
    ContentHash(SHA256.hash(data: bytes)).text
}

/// The row count that a query returns.
func rows(_ sql: SQL) async throws -> Int {
    try await Database.fresh.one(sql) { row in try row.next() }
}

/// Waits until a statement of the test's database waits for an advisory lock.
func somebodyWaitsForALock() async throws {
    try await eventually("nobody waits") {
        try await rows(
            """
            SELECT count(*) FROM pg_locks
            JOIN pg_database ON pg_database.oid = pg_locks.database
            WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()
            """
        ) == 1
    }
}

/// The fault that `body` throws; `nil` if it throws none.
func fault(_ body: @Sendable () async throws -> some Sendable) async -> Fault? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? Fault
    }
}

/// Retries until there is a reply, which is safe for a client that gave what it creates an id.
func insist<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
) async throws -> Value {
    var tries = 0
    while true {
        do {
            return try await body()
        } catch let fault as Fault where fault.kind == .unavailable || fault.kind == .expired {
            tries += 1
            if tries == 20 { throw fault }
        }
    }
}

/// The fault of a refusal at a field.
func refused(_ error: MediaError, at pointer: String? = nil) -> Fault {
    Refusal(error, at: pointer).fault
}
