import MediaAPI

#if canImport(Glibc)
import Glibc
#endif

/// A file could not be used. For the log, or for whoever starts the process; never for a client.
public struct BlobError: Error, CustomStringConvertible {
    /// What was tried: `open`, `write`, …
    public let operation: String
    /// On which file or directory.
    public let path: String
    /// The system's number for the reason.
    public let code: CInt

    /// Whether there is no such file.
    var isMissing: Bool { code == ENOENT }

    public var description: String {
        "cannot \(operation) \(path): \(String(cString: strerror(code)))"
    }

    /// The error of the system call that just failed; a full disk is `media.storage_full`.
    static func last(_ operation: String, _ path: String) -> any Error {
        let code = errno
        return code == ENOSPC || code == EDQUOT
            ? MediaError.storageFull : BlobError(operation: operation, path: path, code: code)
    }
}
