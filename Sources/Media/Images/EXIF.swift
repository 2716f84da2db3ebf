import Values

/// The orientation, the provenance and the colours from a picture's EXIF block.
///
/// The block is untrusted input: whatever in it makes no sense is ignored.
struct EXIF: Equatable {
    /// How to turn the picture upright, 1 to 8; 1 is upright.
    private(set) var orientation: UInt8 = 1
    /// When and with what it was taken.
    private(set) var provenance = Provenance()
    /// Whether the colours are those of Adobe RGB (DCF 2.0): not those of sRGB, and index R03.
    private(set) var isAdobeRGB = false

    /// A picture without the block.
    init() {}

    /// Parses the block as stored in the file, with or without the prefix that JPEG adds.
    init(_ block: [UInt8]) {
        let bytes = block.starts(with: Self.prefix) ? Array(block.dropFirst(6)) : block
        guard let tiff = TIFF(bytes) else { return }
        let main = tiff.entries(at: tiff.first)
        if let value = main[0x0112].flatMap(tiff.number), (1...8).contains(value) {
            orientation = UInt8(value)
        }
        let names = [0x010F, 0x0110].compactMap { main[$0].flatMap(tiff.text) }
        provenance.camera = names.isEmpty ? nil : String(names.joined(separator: " ").prefix(120))
        guard let offset = main[0x8769].flatMap(tiff.number) else { return }
        let more = tiff.entries(at: offset)
        provenance.taken(
            at: more[0x9003].flatMap(tiff.text),
            offset: more[0x9011].flatMap(tiff.text)
        )
        guard let offset = more[0xA005].flatMap(tiff.number) else { return }
        let index = tiff.entries(at: offset)[0x0001].flatMap(tiff.text)
        isAdobeRGB = index == "R03" && more[0xA001].flatMap(tiff.number) != 1
    }

    /// The prefix of the block in a JPEG segment.
    static let prefix = Array("Exif".utf8) + [0, 0]

    /// A block with nothing but the orientation; `nil` for an upright picture.
    ///
    /// 26 bytes: the TIFF header, then one entry 0x0112, SHORT, count 1.
    var minimalBlock: [UInt8]? {
        guard orientation != 1 else { return nil }
        return Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0] + [0, 0, 0, 0]
    }
}

/// When and with what a picture was taken, according to the file. Kept for judging whether a proof
/// is fresh, never served (2.12-privacy).
struct Provenance: Hashable {
    /// When the picture was taken; read as UTC if the file names no time zone.
    private(set) var capturedAt: Instant?
    /// Whether the file names the time zone of its clock.
    private(set) var zoneKnown = false
    /// Maker and model, printable ASCII, at most 120 characters.
    fileprivate(set) var camera: String?

    /// Parses `2026:05:01 12:30:00` and `+02:00`.
    fileprivate mutating func taken(at time: String?, offset: String?) {
        guard let time, time.utf8.count == 19 else { return }
        let parts = time.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return }
        let local = parts[0].replacing(":", with: "-") + "T" + parts[1]
        if let offset, let instant = Instant(rfc3339: local + offset) {
            (capturedAt, zoneKnown) = (instant, true)
        } else {
            capturedAt = Instant(rfc3339: local + "Z")
        }
    }
}

/// The directory structure that EXIF borrows from TIFF 6.0.
private struct TIFF {
    private let bytes: [UInt8]
    private let isLittle: Bool

    /// One entry of a directory.
    struct Entry {
        let type: Int
        let count: Int
        /// The offset of its four bytes of value, or of offset.
        let valueOffset: Int
    }

    init?(_ bytes: [UInt8]) {
        switch bytes.prefix(4) {
        case [0x49, 0x49, 42, 0]: isLittle = true
        case [0x4D, 0x4D, 0, 42]: isLittle = false
        default: return nil
        }
        self.bytes = bytes
    }

    /// The offset of the first directory.
    var first: Int {
        read(4, 4) ?? 0
    }

    /// The entries of a directory by tag; the first of equal tags wins.
    func entries(at offset: Int) -> [Int: Entry] {
        guard let count = read(offset, 2) else { return [:] }
        var entries: [Int: Entry] = [:]
        for index in 0..<count {
            let at = offset + 2 + 12 * index
            guard let tag = read(at, 2), let type = read(at + 2, 2), let count = read(at + 4, 4),
                read(at + 8, 4) != nil
            else { break }
            if entries[tag] == nil {
                entries[tag] = Entry(type: type, count: count, valueOffset: at + 8)
            }
        }
        return entries
    }

    /// The value of a single SHORT or LONG.
    func number(_ entry: Entry) -> Int? {
        guard entry.count == 1 else { return nil }
        return switch entry.type {
        case 3: read(entry.valueOffset, 2)
        case 4: read(entry.valueOffset, 4)
        default: nil
        }
    }

    /// The value of an ASCII entry, up to its NUL, trimmed; `nil` when empty.
    func text(_ entry: Entry) -> String? {
        guard entry.type == 2, (1...256).contains(entry.count) else { return nil }
        let start = entry.count <= 4 ? entry.valueOffset : read(entry.valueOffset, 4)
        guard let start, start <= bytes.count - entry.count else { return nil }
        let raw = bytes[start..<(start + entry.count)].prefix { $0 != 0 }
        let shown = raw.filter { (0x20...0x7E).contains($0) }.drop { $0 == 0x20 }
        let trimmed = shown.reversed().drop { $0 == 0x20 }.reversed()
        return trimmed.isEmpty ? nil : String(decoding: trimmed, as: UTF8.self)
    }

    /// A number of up to four bytes; `nil` beyond the end.
    private func read(_ offset: Int, _ length: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - length else { return nil }
        let part = bytes[offset..<(offset + length)]
        return isLittle
            ? part.reversed().reduce(0) { $0 << 8 | Int($1) }
            : part.reduce(0) { $0 << 8 | Int($1) }
    }
}
