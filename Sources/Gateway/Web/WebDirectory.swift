import FoundationEssentials
import NIOCore

/// Whether the gateway serves the web client.
public enum WebSetting: String, CaseIterable, Sendable {
    case on
    case off
}

/// A directory with the web client's files, for those who write it: a changed file is served at
/// once.
public struct WebDirectory: Sendable {
    private let path: String
    /// The longest path of a file in it, in bytes.
    private static let pathBytesMax = 255

    /// The expected form, for error messages.
    public static let form = "a directory with the web client's index.html"

    /// Takes a directory; `nil` if it has no `index.html`.
    public init?(_ path: String) {
        self.path = path
        guard bytes(of: "index.html") != nil else { return nil }
    }

    /// Reads a file; returns `nil` if there is none.
    func bytes(of file: String) -> ByteBuffer? {
        guard Self.isPlain(file) else { return nil }
        return FileManager.default.contents(atPath: "\(path)/\(file)").map { ByteBuffer(bytes: $0) }
    }

    /// Whether a path has only names of lower-case letters, digits, dots, hyphens and underscores,
    /// none of which begins with a dot. Such a path leads to no parent directory.
    private static func isPlain(_ path: String) -> Bool {
        let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return path.utf8.count <= pathBytesMax
            && names.allSatisfy { name in
                !name.isEmpty && name.first != UInt8(ascii: ".") && name.allSatisfy(\.isOfName)
            }
    }
}

extension UInt8 {
    fileprivate var isOfName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "._-".utf8.contains(self)
        }
    }
}
