import FoundationEssentials
import NIOCore
import Testing

@testable import Media

@Suite struct BlockPoolTests {
    @Test func `a block that is still referenced is not overwritten`() async throws {
        try await withFile([1, 2, 3, 4]) { file in
            let pool = BlockPool()
            let first = try pool.read(0..<2, of: file)
            pool.giveBack(first)
            let second = try pool.read(2..<4, of: file)
            #expect(Array(first.readableBytesView) == [1, 2])
            #expect(Array(second.readableBytesView) == [3, 4])
        }
    }

    @Test func `an unreferenced block is reused, for more bytes as well`() async throws {
        try await withFile(Array(repeating: 7, count: 70_000)) { file in
            let pool = BlockPool()
            pool.giveBack(try pool.read(0..<10, of: file))
            for count in [70_000, 10, 70_000] {
                let block = try pool.read(0..<count, of: file)
                #expect(block == ByteBuffer(repeating: 7, count: count))
                pool.giveBack(block)
            }
        }
    }

    private func withFile(
        _ bytes: [UInt8],
        _ body: (BlobFile) throws -> Void
    ) async throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await BlobStore(directory: directory).withScratch { file in
            try bytes.withUnsafeBytes(file.write)
            try body(file)
        }
    }
}
