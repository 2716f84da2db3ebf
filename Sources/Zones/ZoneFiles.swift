import Glibc
import Values

/// The files of a directory of zones, all read at once.
struct ZoneFiles {
    let index: ZoneIndex
    /// When `tzdata.zi` was written.
    let writtenAt: Instant
    /// The bytes of each name's file. Packages leave out files of old names: then it is the file of
    /// the zone that the name stands for.
    let contents: [String: [UInt8]]

    /// The maximum size of a zone's file in bytes; the largest of the database has 4 KB.
    private static let zoneBytesMax = 65_536
    /// The maximum size of `tzdata.zi` in bytes; it has 114 KB.
    private static let indexBytesMax = 4_194_304

    /// The directory that `TZDIR` names, as for the C library, or else the system's.
    static var systemDirectory: String {
        guard let path = getenv("TZDIR"), path.pointee != 0 else { return "/usr/share/zoneinfo" }
        return String(cString: path)
    }

    /// Reads the files; throws if the directory is empty, or if files are cut.
    init(in directory: String) throws(ZonesError) {
        guard let root = Self.resolved(directory) else {
            throw ZonesError("there is no such directory", in: directory)
        }
        guard
            let (bytes, writtenAt) = Self.read("tzdata.zi", in: root, atMost: Self.indexBytesMax)
        else { throw ZonesError("there is no file tzdata.zi", in: directory) }
        do {
            index = try ZoneIndex(bytes)
        } catch {
            throw ZonesError(error.problem, in: directory)
        }
        self.writtenAt = writtenAt
        var contents: [String: [UInt8]] = [:]
        // Most names stand for another zone: their bytes are kept once.
        var distinct: Set<[UInt8]> = []
        for name in index.names {
            let places = [name, index.targets[name]].compactMap(\.self)
            let file = places.lazy.compactMap {
                Self.read($0, in: root, atMost: Self.zoneBytesMax)
            }.first
            guard let file else { continue }
            guard Zone.isWhole(tzif: file.bytes) else {
                throw ZonesError("the file \(name) is cut, or is no file of a zone", in: directory)
            }
            contents[name] = distinct.insert(file.bytes).memberAfterInsert
        }
        guard contents.count * 2 >= index.names.count - (contents["UTC"] == nil ? 1 : 0) else {
            throw ZonesError("most files that tzdata.zi names are missing", in: directory)
        }
        self.contents = contents
    }

    /// Returns the bytes of a file, and when it was written; `nil` if it is not a file of the
    /// directory, after following links, or is too large.
    private static func read(
        _ name: String,
        in root: String,
        atMost bytesMax: Int
    ) -> (bytes: [UInt8], writtenAt: Instant)? {
        guard let path = resolved("\(root)/\(name)"), path.utf8.starts(with: "\(root)/".utf8) else {
            return nil
        }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard
            fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            (0...bytesMax).contains(Int(status.st_size))
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
        guard count >= 0 else { return nil }
        let writtenAt = Instant(microseconds: Int64(status.st_mtim.tv_sec) * 1_000_000)
        return (Array(bytes.prefix(count)), writtenAt)
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

/// Why the zones of a directory cannot be used.
public struct ZonesError: Error, Hashable {
    /// What is wrong, without the directory.
    let problem: String
    /// What is wrong, where, and what to do, in one line.
    public let line: String

    init(_ problem: String, in directory: String = "") {
        self.problem = problem
        line =
            "the time zones in \(directory) cannot be used: \(problem). Install the package tzdata,"
            + " or set TZDIR to a complete directory of zones."
    }
}
