import Synchronization
public import Values

/// The time zones of the IANA database, as the package `tzdata` installs them (2.9-zones). Nothing
/// else reads a zone.
///
/// All files are read at once, so that a process counts by one release of the database even while
/// the package is upgraded: a new release takes effect with the next start. A file is parsed when
/// its zone is first asked for.
public final class Zones: Sendable {
    /// The zones of the process, or why there are none. Read when first asked for, which a service
    /// does at its start.
    public static let opened: Result<Zones, ZonesError> = Result { () throws(ZonesError) in
        try Zones(directory: ZoneFiles.systemDirectory)
    }

    /// The zones of the process. If they cannot be read there is UTC alone; a service refuses to
    /// start then.
    public static let system = (try? opened.get()) ?? Zones(release: "", names: ["UTC"])

    /// The maximum length of a name in bytes; the longest of the database has 32.
    public static let nameBytesMax = 64

    /// The release of the database, such as `2026b`.
    public let release: String
    /// When the file that names the release was written; `nil` without such a file.
    public let writtenAt: Instant?
    /// The names as IANA spells them, by their lowercase spelling.
    private let spellings: [String: String]
    /// By name as IANA spells it; a name without a file has none.
    private let zones: Mutex<[String: Source]>

    /// What a zone is read from.
    private enum Source {
        case file([UInt8])
        /// A parsed file; `nil` if it is damaged.
        case parsed(Zone?)
    }

    /// Reads all zones of a directory.
    ///
    /// - Parameter directory: A directory such as `/usr/share/zoneinfo`, with the file `tzdata.zi`
    ///   and a file for each zone that it names.
    /// - Throws: `ZonesError` if the directory is empty, or its files are cut.
    public convenience init(directory: String) throws(ZonesError) {
        let files = try ZoneFiles(in: directory)
        self.init(
            release: files.index.release,
            writtenAt: files.writtenAt,
            names: files.index.names,
            files: files.contents
        )
    }

    private init(
        release: String,
        writtenAt: Instant? = nil,
        names: [String],
        files: [String: [UInt8]] = [:]
    ) {
        self.release = release
        self.writtenAt = writtenAt
        var spellings: [String: String] = [:]
        for name in names { spellings[name.asciiLowercased] = name }
        self.spellings = spellings
        var zones = files.mapValues { Source.file($0) }
        zones["UTC"] = .parsed(.utc)
        self.zones = Mutex(zones)
    }

    /// How IANA spells a name that is given in any case; `nil` if the database has no such name:
    /// for abbreviations such as `PST`, offsets, paths, and anything but ASCII.
    public func spelling(of name: String) -> String? {
        guard (1...Self.nameBytesMax).contains(name.utf8.count), name.isASCII else { return nil }
        return spellings[name.asciiLowercased]
    }

    /// Returns the zone of a name in any case; `nil` if there is no such name, or its file is
    /// missing or damaged. `UTC` needs no file.
    public func zone(named name: String) -> Zone? {
        guard name.utf8.count <= Self.nameBytesMax, name.isASCII else { return nil }
        // Stored names are spelled as IANA does.
        if let zone = parsed(name) { return zone }
        return spelling(of: name).flatMap(parsed)
    }

    /// The zone of a name that is spelled as IANA does.
    private func parsed(_ name: String) -> Zone? {
        zones.withLock { zones in
            switch zones[name] {
            case nil: return nil
            case .parsed(let zone): return zone
            case .file(let bytes):
                let zone = Zone(tzif: bytes)
                zones[name] = .parsed(zone)
                return zone
            }
        }
    }

    /// Whether another release of the database came before that of these zones.
    public func isNewer(than other: String) -> Bool {
        other.utf8.lexicographicallyPrecedes(release.utf8)
    }

    /// Whether another release of the database came after that of these zones.
    public func isOlder(than other: String) -> Bool {
        release.utf8.lexicographicallyPrecedes(other.utf8)
    }
}

extension Zones: Hashable {
    /// Whether two names mean one reading of the files.
    public static func == (one: Zones, other: Zones) -> Bool { one === other }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension String {
    /// Texts of other characters may equal a name, although their bytes differ.
    fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

    fileprivate var asciiLowercased: String {
        String(
            decoding: utf8.map { byte in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
            },
            as: UTF8.self
        )
    }
}
