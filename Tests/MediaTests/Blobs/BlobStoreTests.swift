import FoundationEssentials
import NIOCore
import Testing

@testable import Media

struct BlobStoreTests {
    @Test func `the directory is created, for this user only`() throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        _ = try BlobStore(directory: directory)
        _ = try BlobStore(directory: directory)
        #expect(mode(of: directory) == 0o700)
        #expect(mode(of: directory + "/incoming") == 0o700)
        let left = try FileManager.default.contentsOfDirectory(atPath: directory + "/incoming")
        #expect(left.isEmpty)
    }

    @Test func `a directory that cannot be written is reported`() throws {
        let file = temporaryDirectory()
        #expect(FileManager.default.createFile(atPath: file, contents: nil))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let error = try #require(throws: BlobError.self) {
            try BlobStore(directory: file + "/media")
        }
        #expect(error.description.contains(file + "/media"))
    }

    @Test func `bytes get their final name only when they are kept`() async throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let store = try BlobStore(directory: directory)
        let hash = try #require(ContentHash(sha256([1, 2, 3])))
        try await store.withScratch { file in
            try ([1, 2, 3] as [UInt8]).withUnsafeBytes(file.write)
            #expect(!FileManager.default.fileExists(atPath: store.path(of: hash)))
            try await store.keep(file, as: hash)
            try await store.keep(file, as: hash)
        }
        let name = hash.text
        #expect(store.path(of: hash) == "\(directory)/03/90/\(name)" && name.hasPrefix("0390"))
        let kept = try await store.withBlob(hash, from: 0..<3) { _, bytes in
            Array(bytes.readableBytesView)
        }
        #expect(kept == [1, 2, 3])
        try await store.remove(hash)
        try await store.remove(hash)
        #expect(!FileManager.default.fileExists(atPath: store.path(of: hash)))
    }

    @Test func `a file shorter than its row says is an error, not a trap`() async throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let store = try BlobStore(directory: directory)
        try await store.withScratch { file in
            try ([1, 2] as [UInt8]).withUnsafeBytes(file.write)
            #expect(throws: BlobError.self) { try file.read(0..<3) }
            #expect(throws: BlobError.self) { try BlockPool().read(1..<3, of: file) }
        }
    }
}
