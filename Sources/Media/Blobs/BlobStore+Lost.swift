import FoundationEssentials
import Values

#if canImport(Glibc)
import Glibc
#endif

/// Files without a row. They are kept under `lost/` for a while before they are removed, in case
/// the database is wrong and not the file. A file's modification time there is when it was moved.
/// All functions that are not `async` may block.
extension BlobStore {
    /// A file that was moved to `lost/`.
    struct LostFile: Sendable {
        let hash: ContentHash
        /// When it was moved.
        let since: Instant
    }

    /// The numbers of the outer directories.
    static let outerDirectories = UInt8.min...UInt8.max

    private var lost: String { directory + "/lost" }

    func lostPath(of hash: ContentHash) -> String {
        lost + "/" + hash.text
    }

    /// The hashes of the files in one of the outer directories.
    func hashes(in outer: UInt8) async throws -> [ContentHash] {
        try await onBlockingThread {
            let digits = String(outer, radix: 16)
            let path = directory + (outer < 16 ? "/0" : "/") + digits
            return try Self.names(in: path).flatMap { inner in
                try Self.names(in: path + "/" + inner).compactMap { name in
                    let hash = ContentHash(name)
                    // Ignores any other file that was put there.
                    let isInPlace = hash.map(self.path) == path + "/" + inner + "/" + name
                    return isInPlace ? hash : nil
                }
            }
        }
    }

    /// The files in `lost/`.
    func lostFiles() async throws -> [LostFile] {
        try await onBlockingThread {
            try Self.names(in: lost).compactMap { name in
                guard let hash = ContentHash(name) else { return nil }
                var status = stat()
                guard lstat(lost + "/" + name, &status) == 0 else { return nil }
                let written = status.st_mtim
                return LostFile(
                    hash: hash,
                    since: Instant(
                        microseconds: Int64(written.tv_sec) * 1_000_000
                            + Int64(written.tv_nsec) / 1_000
                    )
                )
            }
        }
    }

    /// Moves a file to `lost/`.
    ///
    /// - Returns: Whether the file existed.
    func lose(_ hash: ContentHash, at now: Instant) async throws -> Bool {
        try await onBlockingThread {
            if try Self.makeDirectory(lost) { try Self.synchronize(directory) }
            let path = path(of: hash)
            let moved = timespec(
                tv_sec: Int(now.microseconds / 1_000_000),
                tv_nsec: Int(now.microseconds % 1_000_000) * 1_000
            )
            guard utimensat(AT_FDCWD, path, [moved, moved], AT_SYMLINK_NOFOLLOW) == 0 else {
                if errno == ENOENT { return false }
                throw BlobError.last("set the time of", path)
            }
            try Self.move(path, to: lostPath(of: hash))
            return true
        }
    }

    /// Moves a file from `lost/` back to its place.
    ///
    /// - Returns: Whether a file is in that place now, moved or not.
    func takeBack(_ hash: ContentHash) async throws -> Bool {
        try await onBlockingThread { try takenBack(hash) }
    }

    /// The blocking form of `takeBack`.
    func takenBack(_ hash: ContentHash) throws -> Bool {
        let (path, lost) = (path(of: hash), lostPath(of: hash))
        if access(path, F_OK) == 0 {
            // Both hold the same bytes.
            unlink(lost)
            return true
        }
        guard access(lost, F_OK) == 0 else { return false }
        try makePlace(for: hash)
        try Self.move(lost, to: path)
        return true
    }

    /// Removes a file from `lost/`; does nothing if it does not exist.
    func discard(_ hash: ContentHash) async throws {
        try await onBlockingThread {
            let path = lostPath(of: hash)
            guard unlink(path) == 0 || errno == ENOENT else { throw BlobError.last("remove", path) }
        }
    }

    /// The names in a directory; empty if it does not exist.
    private static func names(in path: String) throws -> [String] {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw BlobError.last("look at", path)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: path)
    }

    /// Renames a file so that after a power failure it has one of the two names.
    private static func move(_ path: String, to other: String) throws {
        guard rename(path, other) == 0 else { throw BlobError.last("rename to", other) }
        for path in [other, path] {
            try synchronize(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
        }
    }
}
