import Identifiers
import MediaAPI
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Media

/// How many pictures a user may have in all (2.12-quota).
@Suite(.freshDatabase(migrations: Media.migrations)) struct UploadQuotaTests {
    private let ana = UserID()
    private let bytes = JPEGSample().bytes
    private let full = MediaError.quotaReached.fault

    @Test func `pictures in use count, so that keeping each before the next leads to no more`()
        async throws
    {
        try await withMedia(limits: UploadLimits(picturesMax: 5)) { media in
            for _ in 0..<5 {
                let id = try await media.upload(bytes, by: ana).id
                try await media.use([id], for: "own")
                media.clock.advance(by: .days(2))
            }
            let stream = try await media.begin(by: ana)
            // Nothing was sent, and the refusal comes at once.
            #expect(await fault { try await stream.reply() } == full)
            #expect(full.kind == .conflict)
            _ = try await media.upload(bytes, by: UserID())
        }
    }

    @Test func `the byte beyond is refused, by what is declared`() async throws {
        let count = Int64(bytes.count)
        let limits = UploadLimits(pictureBytesMax: 2 * count)
        try await withMedia(limits: limits) { media in
            let first = try await media.upload(bytes, by: ana, announcing: count)
            try #require(first.bytes == count)
            // Without a declared length it may be the largest.
            #expect(await fault { try await media.upload(bytes, by: ana) } == full)
            let over = try await media.begin(by: ana, announcing: count + 1)
            #expect(await fault { try await over.reply() } == full)
            _ = try await media.upload(bytes, by: ana, announcing: count)
            #expect(try await media.holdings(of: ana).bytes == 2 * count)
            let one = try await media.begin(by: ana, announcing: 1)
            #expect(await fault { try await one.reply() } == full)
        }
    }

    @Test func `of 20 uploads at once on two replicas, exactly as many as fit are accepted`()
        async throws
    {
        try await withMedia(limits: UploadLimits(picturesMax: 7)) { media in
            let replicas = [media, try media.replica()]
            for _ in 0..<2 {
                let id = try await media.upload(bytes, by: ana).id
                try await media.use([id], for: "own")
            }
            let faults = await withTaskGroup(of: Fault?.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        await fault { try await replicas[number % 2].upload(bytes, by: ana) }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(faults.count { $0 == nil } == 5)
            #expect(faults.allSatisfy { $0 == nil || $0?.code == "media.quota_reached" })
            #expect(try await media.holdings(of: ana).pictures == 7)
            #expect(try await rows("SELECT count(*) FROM media") == 7)
        }
    }

    @Test func `an upload that ends is counted by another that begins, once`() async throws {
        try await withMedia(limits: UploadLimits(picturesMax: 40)) { media in
            let replicas = [media, try media.replica()]
            // As many as fit, in an order in which some end while others begin.
            let faults = await withTaskGroup(of: [Fault?].self) { group in
                for number in 0..<4 {
                    group.addTask {
                        var faults: [Fault?] = []
                        for _ in 0..<12 {
                            faults.append(
                                await fault {
                                    try await replicas[number % 2].upload(bytes, by: ana)
                                }
                            )
                        }
                        return faults
                    }
                }
                return await group.reduce(into: []) { $0 += $1 }
            }
            #expect(faults.count { $0 == nil } == 40)
            #expect(try await media.holdings(of: ana).pictures == 40)
        }
    }

    @Test func `what the sweeper removes makes room`() async throws {
        try await withMedia(limits: UploadLimits(picturesMax: 1)) { media in
            _ = try await media.upload(bytes, by: ana)
            media.clock.advance(by: .days(8))
            #expect(await fault { try await media.upload(bytes, by: ana) } == full)
            _ = try await media.sweep()
            _ = try await media.upload(bytes, by: ana)
        }
    }

    @Test func `a repetition finds its picture, however many there are`() async throws {
        try await withMedia(limits: UploadLimits(picturesMax: 2)) { media in
            let id = MediaID()
            let named = try await media.upload(bytes, id: id, by: ana)
            let keyed = try await media.upload(bytes, by: ana, key: "once")
            #expect(try await media.upload(bytes, id: id, by: ana) == named)
            #expect(try await media.upload(bytes, by: ana, key: "once") == keyed)
            #expect(await fault { try await media.upload(bytes, by: ana, key: "more") } == full)
            #expect(try await media.holdings(of: ana).pictures == 2)
        }
    }

    @Test func `who has more than the operator allows keeps it`() async throws {
        try await withMedia { media in
            let ids = try await [
                media.upload(bytes, by: ana).id, media.upload(bytes, by: ana).id,
            ]
            let strict = try media.replica(limits: UploadLimits(picturesMax: 1))
            #expect(await fault { try await strict.upload(bytes, by: ana) } == full)
            #expect(try await strict.holdings(of: ana).pictures == 2)
            for id in ids { #expect(try await strict.fetch(id) == bytes) }
        }
    }

    @Test func `failed uploads do not count`() async throws {
        try await withMedia(limits: UploadLimits(picturesMax: 1)) { media in
            for _ in 0..<3 {
                #expect(await fault { try await media.upload([1], by: ana) } != nil)
            }
            #expect(try await media.holdings(of: ana).pictures == 0)
            _ = try await media.upload(bytes, by: ana)
        }
    }
}
