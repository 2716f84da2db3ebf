#if canImport(Glibc)
import Glibc
#endif

/// The space of the pictures' file system, in bytes.
public struct DiskSpace: Hashable, Sendable {
    /// The free space.
    public var free: Int64
    /// The total size.
    public var whole: Int64

    public init(free: Int64, whole: Int64) {
        self.free = free
        self.whole = whole
    }

    /// Queries the file system that holds a directory. May block.
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

    /// The space that uploads must leave free (2.12-room).
    ///
    /// - Parameter bytes: The operator's setting, if any.
    /// - Returns: The setting; else 256 MiB, or a hundredth of the file system if that is less.
    func floor(_ bytes: Int64?) -> Int64 {
        bytes ?? min(256 << 20, whole / 100)
    }
}
