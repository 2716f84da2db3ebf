#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Where a process of the cluster writes what it has to say.
enum LogFile {
    /// Opens a log to append to; children do not inherit the descriptor itself.
    static func open(_ path: String) throws -> FileDescriptor {
        try FileDescriptor.open(
            FilePath(path),
            .writeOnly,
            options: [.create, .append, .closeOnExec],
            permissions: [.ownerReadWrite, .groupRead]
        )
    }
}
