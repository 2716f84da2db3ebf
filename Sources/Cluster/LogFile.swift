#if canImport(System)
public import System
#else
public import SystemPackage
#endif
#if canImport(Glibc)
import Glibc
#endif

/// Where a process of the cluster writes what it has to say.
public enum LogFile {
    /// Opens a log to append to; children do not inherit the descriptor itself. Root follows no
    /// link.
    public static func open(_ path: String) throws -> FileDescriptor {
        var options: FileDescriptor.OpenOptions = [.create, .append, .closeOnExec]
        if geteuid() == 0 { options.insert(.noFollow) }
        return try FileDescriptor.open(
            FilePath(path),
            .writeOnly,
            options: options,
            permissions: [.ownerReadWrite, .groupRead]
        )
    }
}
