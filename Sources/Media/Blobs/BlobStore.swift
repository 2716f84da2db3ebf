import FoundationEssentials
import MediaAPI
import NIOCore
import Values

#if canImport(Glibc)
import Glibc
#endif

/// The pictures' bytes: one file each under `ab/cd/<SHA-256>`, unfinished uploads under
/// `incoming/`, and files without a row under `lost/`.
///
/// A file is renamed to its hash after its bytes are safe on disk, so a file with such a name is
/// always complete; a crash leaves remains only in `incoming/`.
struct BlobStore: Sendable {
    let directory: String
    /// The buffers that files are read into.
    let blocks = BlockPool()

    private var incoming: String { directory + "/incoming" }

    /// Creates missing directories, readable only by this user, and checks that it can write.
    init(directory: String) throws {
        self.directory = directory
        try Self.makeDirectory(directory)
        try Self.makeDirectory(directory + "/incoming")
        do {
            let probe = try BlobFile(creating: scratchPath())
            probe.close()
            unlink(probe.path)
        } catch MediaError.storageFull {
            // Existing pictures can still be read; uploads are refused one by one.
        }
    }

    private func scratchPath() -> String {
        incoming + "/" + UUID().uuidString
    }

    /// The path of the bytes with a hash.
    func path(of hash: ContentHash) -> String {
        let name = hash.text
        return "\(directory)/\(name.prefix(2))/\(name.dropFirst(2).prefix(2))/\(name)"
    }

    /// Provides a new file, and removes it afterwards unless it was renamed.
    func withScratch<Value: Sendable>(
        _ use: (BlobFile) async throws -> Value
    ) async throws -> Value {
        let file = try await onBlockingThread { try BlobFile(creating: scratchPath()) }
        let result: Result<Value, any Error>
        do {
            result = .success(try await use(file))
        } catch {
            result = .failure(error)
        }
        try await onBlockingThread {
            file.close()
            unlink(file.path)
        }
        return try result.get()
    }

    /// Renames a flushed scratch file to its hash. If the same bytes are already stored, those
    /// stay; if they are in `lost/`, those move back.
    func keep(_ file: BlobFile, as hash: ContentHash) async throws {
        try await onBlockingThread {
            guard try !takenBack(hash) else { return }
            let path = path(of: hash)
            let inner = try makePlace(for: hash)
            guard rename(file.path, path) == 0 else { throw BlobError.last("rename to", path) }
            try Self.synchronize(inner)
        }
    }

    /// Creates the directories of a file if they are missing. May block.
    ///
    /// - Returns: The inner directory.
    @discardableResult
    func makePlace(for hash: ContentHash) throws -> String {
        let outer = directory + "/" + hash.text.prefix(2)
        let inner = outer + "/" + hash.text.dropFirst(2).prefix(2)
        if try Self.makeDirectory(outer) { try Self.synchronize(directory) }
        if try Self.makeDirectory(inner) { try Self.synchronize(outer) }
        return inner
    }

    /// Opens the file with a hash and reads its first requested bytes.
    func withBlob<Value: Sendable>(
        _ hash: ContentHash,
        from first: Range<Int>,
        _ use: (BlobFile, ByteBuffer) async throws -> Value
    ) async throws -> Value {
        let path = path(of: hash)
        let (file, bytes) = try await onBlockingThread {
            let file = try BlobFile(reading: path)
            do {
                return (file, try blocks.read(first, of: file))
            } catch {
                file.close()
                throw error
            }
        }
        defer { file.close() }
        return try await use(file, bytes)
    }

    /// Removes the bytes with a hash; does nothing if they do not exist.
    func remove(_ hash: ContentHash) async throws {
        try await onBlockingThread {
            let path = path(of: hash)
            guard unlink(path) == 0 || errno == ENOENT else { throw BlobError.last("remove", path) }
        }
    }

    /// Removes what unfinished uploads left behind.
    ///
    /// - Returns: The number of removed files.
    func removeScratch(lastWrittenBefore moment: Instant) async throws -> Int {
        try await onBlockingThread {
            var removed = 0
            for name in try FileManager.default.contentsOfDirectory(atPath: incoming) {
                let path = incoming + "/" + name
                var status = stat()
                guard lstat(path, &status) == 0 else { continue }
                let written = Instant(microseconds: Int64(status.st_mtim.tv_sec) * 1_000_000)
                if written < moment, unlink(path) == 0 { removed += 1 }
            }
            return removed
        }
    }

    /// - Returns: Whether the directory was missing.
    @discardableResult
    static func makeDirectory(_ path: String) throws -> Bool {
        if mkdir(path, 0o700) == 0 { return true }
        guard errno == EEXIST else { throw BlobError.last("make the directory", path) }
        return false
    }

    /// Makes a new name in a directory survive a power failure.
    static func synchronize(_ directory: String) throws {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BlobError.last("open", directory) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw BlobError.last("synchronize", directory) }
    }
}
