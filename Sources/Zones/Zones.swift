import Glibc
import Synchronization

/// The time zones of the IANA database, as the system's package `tzdata` installs them
/// (2.9-zones). Nothing else reads a zone.
///
/// A zone is read once: a new release of the package takes effect with the next start.
public final class Zones: Sendable {
    /// The system's zones.
    public static let system = Zones()

    /// The maximum length of a name in bytes; the longest of the database has 32.
    public static let nameBytesMax = 64

    /// The maximum size of a file in bytes; the largest of the database has 4 KB.
    static let fileBytesMax = 65_536

    private let read: @Sendable (String) -> [UInt8]?
    /// The zones read so far, by name; no more than there are files.
    private let known = Mutex<[String: Zone]>([:])

    /// - Parameter directory: Where the files of the zones are.
    public convenience init(directory: String = "/usr/share/zoneinfo") {
        self.init { name in Self.file(name, in: directory) }
    }

    /// - Parameter read: Returns the bytes of a zone's file; `nil` if there is none.
    init(reading read: @escaping @Sendable (String) -> [UInt8]?) {
        self.read = read
    }

    /// Returns the zone of a name: `UTC`, which needs no file, or an area and a place such as
    /// `Europe/Berlin`.
    ///
    /// Returns `nil` for anything else without a look at any file: abbreviations, offsets, paths,
    /// and names of more than 64 bytes. Returns `nil`, too, if there is no such zone, or if its
    /// file is damaged.
    public func zone(named name: String) -> Zone? {
        guard Self.isName(name) else { return nil }
        if name == "UTC" { return .utc }
        if let zone = known.withLock({ $0[name] }) { return zone }
        guard let bytes = read(name), let zone = Zone(tzif: bytes) else { return nil }
        known.withLock { $0[name] = zone }
        return zone
    }

    /// Whether a text is `UTC`, or two or three parts of letters, digits and `_+-` that each begin
    /// with a capital letter: the directories of the database that are no areas do not.
    private static func isName(_ text: String) -> Bool {
        guard text.utf8.count <= nameBytesMax else { return false }
        if text == "UTC" { return true }
        let parts = text.utf8.split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        return (2...3).contains(parts.count)
            && parts.allSatisfy { part in
                part.first?.isCapital == true && part.allSatisfy(\.isOfName)
            }
    }

    /// Returns the bytes of a file; `nil` if it is not a file of the directory, after following
    /// links, or is larger than any zone.
    private static func file(_ name: String, in directory: String) -> [UInt8]? {
        guard
            let root = resolved(directory), let path = resolved("\(directory)/\(name)"),
            path.utf8.starts(with: "\(root)/".utf8)
        else { return nil }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard
            fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            (1...fileBytesMax).contains(Int(status.st_size))
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
        return count == bytes.count ? bytes : nil
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

extension UInt8 {
    fileprivate var isCapital: Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
    }

    /// Whether it is a character of a part of a zone's name.
    fileprivate var isOfName: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "+"):
            true
        default: false
        }
    }
}
