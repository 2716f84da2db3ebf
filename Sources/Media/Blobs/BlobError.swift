import MediaAPI

#if canImport(Glibc)
import Glibc
#endif

/// A file operation failed. For the log, or for the operator at startup; never sent to a client.
public struct BlobError: Error, CustomStringConvertible {
    /// The operation that failed: `open`, `write`, …
    public let operation: String
    /// The file or directory.
    public let path: String
    /// The `errno`.
    public let code: CInt

    /// Whether the file does not exist.
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
