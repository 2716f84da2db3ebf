#if canImport(Glibc)
import Glibc
#endif

/// Reads small files at startup, before anything else runs.
enum SmallFile {
    /// Why a file could not be read.
    struct Unreadable: Error {
        let reason: String
    }

    private static let bytesMax = 65_536

    static func text(at path: String) throws(Unreadable) -> String {
        guard let file = fopen(path, "r") else {
            throw Unreadable(reason: String(cString: strerror(errno)))
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: bytesMax)
        let count = fread(&bytes, 1, bytes.count, file)
        guard count < bytesMax else { throw Unreadable(reason: "it is larger than 64 KiB") }
        guard let text = String(validating: bytes[..<count], as: UTF8.self) else {
            throw Unreadable(reason: "it is not UTF-8")
        }
        return text.trimmingWhitespace
    }
}

extension String {
    /// The text without leading and trailing white space.
    fileprivate var trimmingWhitespace: String {
        let start = drop(while: \.isWhitespace)
        let end = start.lastIndex { !$0.isWhitespace }
        return end.map { String(start[...$0]) } ?? ""
    }
}
