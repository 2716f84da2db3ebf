import Glibc
import Identifiers
import MediaAPI
import NIOCore
import Postgres
import RPC
import TestKit
import Testing
import Wire

@testable import Media

@Suite(.freshDatabase(migrations: Media.migrations)) struct FetchMediaTests {
    @Test func `any range of a picture can be fetched`() async throws {
        try await withMedia { media in
            let whole = JPEGSample().bytes
            let count = Int64(whole.count)
            let id = try await media.upload(whole).id
            #expect(try await media.fetch(id) == whole)
            #expect(try await media.fetch(id, offset: 0, length: count) == whole)
            #expect(try await media.fetch(id, offset: 5) == Array(whole[5...]))
            #expect(try await media.fetch(id, offset: 5, length: 3) == Array(whole[5..<8]))
            #expect(try await media.fetch(id, length: 3) == Array(whole[..<3]))
            #expect(try await media.fetch(id, offset: count - 1) == [0xD9])
            #expect(try await media.fetch(id, offset: count).isEmpty)
            #expect(try await media.fetch(id, offset: 3, length: 0).isEmpty)
        }
    }

    @Test func `concurrent callers get what they asked for`() async throws {
        try await withMedia { media in
            let jpeg = try await media.upload(JPEGSample().bytes).id
            let webp = WebPSample.secretive(orientation: 6).bytes
            let other = try await media.upload(webp, as: "image/webp").id
            let kept = [jpeg: try await media.fetch(jpeg), other: try await media.fetch(other)]
            #expect(kept[jpeg] != kept[other])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    for (id, bytes) in kept {
                        group.addTask {
                            let fetched = try await media.fetch(id)
                            #expect(fetched == bytes)
                        }
                    }
                    group.addTask {
                        let fault = await fault { try await media.fetch(MediaID()) }
                        #expect(fault == refused(.notFound))
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `a range outside the picture is refused`() async throws {
        try await withMedia { media in
            let bytes = JPEGSample().bytes
            let count = Int64(bytes.count)
            let id = try await media.upload(bytes).id
            for offset in [-1, count + 1, .max, .min] {
                let fault = await fault { try await media.fetch(id, offset: offset) }
                #expect(fault == refused(.rangeInvalid, at: "/offset"))
            }
            for length in [-1, count - 1, .max, .min] {
                let fault = await fault { try await media.fetch(id, offset: 2, length: length) }
                #expect(fault == refused(.rangeInvalid, at: "/length"))
            }
        }
    }

    @Test func `a large picture is sent in items of allowed size`() async throws {
        try await withMedia { media in
            let data = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
            let bytes =
                JPEGSample.start + JPEGSample.jfif + JPEGSample.tables + JPEGSample().frame
                + JPEGSample.scan + data + JPEGSample.end
            let id = try await media.upload(bytes).id
            let stream = try await media.gateway.open(FetchMedia(media: id), in: CallContext())
            var sizes: [Int] = []
            var whole: [UInt8] = []
            while let item = try await stream.next() {
                sizes.append(item.readableBytes)
                whole += item.readableBytesView
            }
            _ = try await stream.reply()
            #expect(whole == bytes)
            #expect(sizes.dropLast().allSatisfy { $0 == Limits.itemBytesMax } && sizes.count == 4)
        }
    }

    @Test func `mediad reads at most the credit ahead of its reader`() async throws {
        try await withMedia { media in
            let data = [UInt8](repeating: 7, count: 1_000_000)
            let bytes =
                JPEGSample.start + JPEGSample.jfif + JPEGSample.tables + JPEGSample().frame
                + JPEGSample.scan + data + JPEGSample.end
            let id = try await media.upload(bytes).id
            let path = try #require(try await media.path(of: id))
            let offset: Int64 = 100_000
            let fetch = FetchMedia(media: id, offset: offset, length: 800_000)
            let stream = try await media.gateway.open(fetch, in: CallContext())
            #expect(try await stream.next()?.readableBytes == Limits.itemBytesMax)
            // Bytes not read yet are still in the file: truncated beyond the credit, they cannot be
            // sent.
            let credit = offset + Int64(Limits.streamCreditBytes + 3 * Limits.itemBytesMax)
            #expect(truncate(path, Int(credit)) == 0)
            let fault = await fault {
                while try await stream.next() != nil {}
                return try await stream.reply()
            }
            #expect(fault?.kind == .bug)
            // A range before the cut is complete.
            let start = try await media.fetch(id, offset: offset, length: 1_000)
            #expect(start == Array(bytes[100_000..<101_000]))
        }
    }

    @Test func `bytes with another hash than requested are refused`() async throws {
        try await withMedia { media in
            let bytes = JPEGSample().bytes
            let id = try await media.upload(bytes).id
            #expect(try await media.fetch(id, sha256: sha256(bytes)) == bytes)
            for other in [sha256(bytes + [0]), sha256(bytes).uppercased(), ""] {
                let fault = await fault { try await media.fetch(id, sha256: other) }
                #expect(fault == refused(.notFound))
            }
        }
    }

    @Test func `a picture or a variant that does not exist is not found`() async throws {
        try await withMedia { media in
            let id = try await media.upload(JPEGSample().bytes).id
            let absent = refused(.notFound)
            #expect(await fault { try await media.fetch(MediaID()) } == absent)
            #expect(await fault { try await media.fetch(id, variant: "thumb") } == absent)
            try await Database.fresh.transaction { tx in
                _ = try await tx.run("UPDATE media SET deleted_at = created_at WHERE id = \(id)")
            }
            #expect(await fault { try await media.fetch(id) } == absent)
        }
    }

    @Test func `only the gateway may call it`() async throws {
        try await withMedia { media in
            let fault = await fault {
                try await media.challenges.open(FetchMedia(media: MediaID()), in: CallContext())
                    .reply()
            }
            #expect(fault == WireError.forbidden.fault)
        }
    }
}
