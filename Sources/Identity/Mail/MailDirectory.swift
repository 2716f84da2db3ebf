import Foundation
import Glibc
import Identifiers

/// The directory into which mails are written, one file each: for an operator without a mail
/// server, and for tests from outside.
public struct MailDirectory: MailTransport {
    private let path: String

    /// - Parameter path: The directory; it is created when the first mail is written.
    public init(_ path: String) {
        self.path = path
    }

    public func send(_ message: MailMessage) async throws(MailFailure) {
        let (path, name, bytes) = (path, "\(message.id)", message.bytes)
        let failure: MailFailure? = await withCheckedContinuation { continuation in
            // Disks block.
            Thread.detachNewThread {
                continuation.resume(returning: Self.write(bytes, named: name, into: path))
            }
        }
        if let failure { throw failure }
    }

    /// Writes a file that is there as a whole or not at all, and that only its owner reads.
    private static func write(
        _ bytes: [UInt8],
        named name: String,
        into path: String
    )
        -> MailFailure?
    {
        func failure() -> MailFailure {
            MailFailure(isFinal: false, reason: "The directory: errno \(errno).")
        }
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { return failure() }
        let part = "\(path)/.\(name).part"
        let file = unsafe open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { return failure() }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(file, $0.baseAddress, $0.count)
            }
            guard count > 0 else { return failure() }
            rest = rest.dropFirst(count)
        }
        guard fsync(file) == 0, unsafe rename(part, "\(path)/\(name).eml") == 0 else {
            return failure()
        }
        return nil
    }
}
