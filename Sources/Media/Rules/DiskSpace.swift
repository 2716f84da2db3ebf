#if canImport(Glibc)
import Glibc
#endif

/// How much room the file system of the pictures has, in bytes.
public struct DiskSpace: Hashable, Sendable {
    /// What may still be written.
    public var free: Int64
    /// All of it.
    public var whole: Int64

    public init(free: Int64, whole: Int64) {
        self.free = free
        self.whole = whole
    }

    /// Asks the file system that a directory lies on. May block.
    init(of directory: String) throws {
        var status = statvfs()
        guard statvfs(directory, &status) == 0 else {
            throw BlobError.last("ask for the free space of", directory)
        }
        let block = UInt64(status.f_frsize)
        free = Self.bytes(UInt64(status.f_bavail), block)
        whole = Self.bytes(UInt64(status.f_blocks), block)
    }

    private static func bytes(_ blocks: UInt64, _ block: UInt64) -> Int64 {
        let (bytes, overflow) = blocks.multipliedReportingOverflow(by: block)
        return overflow ? .max : Int64(clamping: bytes)
    }

    /// What uploads leave free (2.12-room).
    ///
    /// - Parameter bytes: What the operator set, if anything.
    /// - Returns: That; else 256 MiB, or a hundredth of the file system where that is less.
    func floor(_ bytes: Int64?) -> Int64 {
        bytes ?? min(256 << 20, whole / 100)
    }
}
