import FoundationEssentials
import Identifiers
import Logging
import MediaAPI
import MetricsTestKit
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Media

/// Pictures whose file is missing from its place.
@Suite(.freshDatabase(migrations: Media.migrations)) struct MissingFileTests {
    let bytes = JPEGSample().bytes

    private func reads(_ media: MediaUnderTest) -> Int64 {
        media.metrics.counters.filter { $0.label == "gauntlet_media_files_missing_total" }
            .reduce(0) { $0 + $1.totalValue }
    }

    @Test func `a missing file is not found, is counted, and is logged rarely`() async throws {
        try await withMedia { media in
            let id = try await media.upload(bytes).id
            let other = try await media.upload(PNGSample().bytes, as: "image/png").id
            let path = try #require(try await media.path(of: id))
            try FileManager.default.removeItem(atPath: path)
            for _ in 0..<3 {
                #expect(await fault { try await media.fetch(id) } == refused(.notFound))
            }
            #expect(reads(media) == 3)
            #expect(media.log.messages == ["A picture's file is missing."])
            #expect(media.log.lines[0].level == .warning)
            #expect(media.log.lines[0].metadata["sha256"].map(path.hasSuffix) == true)
            #expect(try await !media.fetch(other).isEmpty)
        }
    }

    @Test func `a picture that does not exist is not a missing file`() async throws {
        try await withMedia { media in
            #expect(await fault { try await media.fetch(MediaID()) } == refused(.notFound))
            let id = try await media.upload(bytes).id
            media.clock.advance(by: .days(8))
            #expect(try await media.sweep().pictures == 1)
            #expect(await fault { try await media.fetch(id) } == refused(.notFound))
            #expect(reads(media) == 0)
            #expect(media.log.messages.isEmpty)
        }
    }

    @Test func `a file in lost is moved back when it is fetched`() async throws {
        try await withMedia { media in
            let id = try await media.upload(bytes).id
            let hash = try #require(try await media.hash(of: id))
            #expect(try await media.media.blobs.lose(hash, at: media.clock.now))
            #expect(try media.keptFiles.isEmpty)
            #expect(try media.lostFiles == [hash.text])
            #expect(try await media.fetch(id, offset: 3) == Array(bytes[3...]))
            #expect(try media.lostFiles.isEmpty)
            #expect(try media.keptFiles.count == 1)
            #expect(reads(media) == 0)
        }
    }
}
