import Logging
import MediaAPI
import MetricsTestKit
import Synchronization
import TestKit
import Testing
import Wire

@testable import Media

/// What is refused for lack of space, and how it is reported (2.12-room).
struct StorageRoomTests {
    private let disk = Disk(free: 1_000_000_000)
    private let log = CapturedLog()
    private let metrics = TestMetrics()

    private func room(freeBytesMin: Int64? = nil) -> StorageRoom {
        StorageRoom(
            UploadLimits(freeBytesMin: freeBytesMin),
            logger: log.logger,
            metrics: metrics
        ) { [disk] in disk.space }
    }

    @Test(
        arguments: [
            (0, 0), (10_000, 100), (26_843_545_599, 268_435_455), (26_843_545_600, 268_435_456),
            (.max, 268_435_456),
        ] as [(Int64, Int64)]
    )
    func `256 MiB or a hundredth stay free, whichever is less`(whole: Int64, floor: Int64) {
        let space = DiskSpace(free: 0, whole: whole)
        #expect(space.floor(nil) == floor)
        #expect(space.floor(7) == 7)
    }

    @Test func `the space of a real directory is known`() throws {
        let space = try DiskSpace(of: "/")
        #expect(space.whole > 0 && space.free >= 0 && space.free <= space.whole)
        #expect(throws: BlobError.self) { try DiskSpace(of: "/nowhere/at/all") }
    }

    @Test func `uploads in progress count, to the byte`() throws {
        let room = room(freeBytesMin: 400_000_000)
        try room.check(underWay: 600_000_000)
        let refusal = #expect(throws: Refusal.self) { try room.check(underWay: 600_000_001) }
        #expect(refusal == Refusal(MediaError.storageFull, retryAfterSeconds: 60))
        #expect(refusal?.fault.kind == .unavailable)
    }

    @Test func `one line logs that the disk is full, and one that it no longer is`() throws {
        let room = room(freeBytesMin: 400_000_000)
        for _ in 0..<5 {
            #expect(throws: Refusal.self) { try room.check(underWay: 600_000_001) }
        }
        #expect(
            log.messages == [
                "Refusing uploads: less than GAUNTLET_MEDIA_FREE_MIN would be left free."
            ]
        )
        #expect(log.lines[0].level == .warning)
        #expect(log.lines[0].metadata["free"] == "1000000000")
        #expect(log.lines[0].metadata["floor"] == "400000000")
        // A small upload is accepted, but not yet the largest.
        disk.setFree(420_000_000 - 1)
        try room.check(underWay: 1)
        try room.watch(underWay: 0)
        #expect(throws: Refusal.self) { try room.check(underWay: 20_000_000) }
        #expect(log.messages.count == 1)
        disk.setFree(420_000_000)
        try room.watch(underWay: 1)
        #expect(log.messages.count == 1)
        try room.watch(underWay: 0)
        try room.watch(underWay: 0)
        #expect(log.messages.dropFirst() == ["There is room for uploads again."])
        #expect(throws: Refusal.self) { try room.check(underWay: 50_000_000) }
        #expect(log.messages.count == 3)
    }

    @Test
    func `there is no room below the floor, nor after a refusal until the largest fits`() throws {
        let room = room(freeBytesMin: 400_000_000)
        #expect(try room.isThere())
        disk.setFree(400_000_000)
        #expect(try room.isThere())
        disk.setFree(400_000_000 - 1)
        #expect(try !room.isThere())
        disk.setFree(400_000_001)
        #expect(try room.isThere())
        // The space stays above the floor, because uploads are refused.
        #expect(throws: Refusal.self) { try room.check(underWay: 2) }
        #expect(try !room.isThere())
        disk.setFree(1_000_000_000)
        try room.watch(underWay: 0)
        #expect(try room.isThere())
    }

    @Test func `the free space and the floor are reported as metrics`() throws {
        let room = room(freeBytesMin: 5)
        _ = try room.look()
        #expect(
            metrics.recorders(label: "gauntlet_media_free_bytes").first?.lastValue == 1_000_000_000
        )
        #expect(metrics.recorders(label: "gauntlet_media_free_bytes_min").first?.lastValue == 5)
    }
}

/// A file system whose free space is set by the test.
final class Disk: Sendable {
    private let free: Mutex<Int64>

    init(free: Int64) {
        self.free = Mutex(free)
    }

    var space: DiskSpace { DiskSpace(free: free.withLock { $0 }, whole: 1_000_000_000_000) }

    func setFree(_ bytes: Int64) {
        free.withLock { $0 = bytes }
    }
}
