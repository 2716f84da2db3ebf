/// A picture's colour profile (ICC.1), rewritten from the tags that colour conversion reads.
///
/// Names, serial numbers, dates, measurements and every unknown tag are left out (2.12-privacy).
/// The profile is untrusted input: an invalid one is dropped. Reading a written profile again gives
/// the same bytes.
struct ICCProfile: Equatable {
    /// A longer profile is dropped.
    static let bytesMax = 3_145_728
    /// The profile as stored.
    let bytes: [UInt8]

    /// Reads an uploaded profile; `nil` if it is invalid, or cannot convert colours.
    init?(_ uploaded: [UInt8]) {
        guard uploaded.count <= Self.bytesMax, let header = ICCHeader(uploaded),
            let tags = ICCTag.all(in: uploaded[..<header.size])
        else { return nil }
        let kept = tags.filter(\.isKept)
        guard header.canConvert(with: Set(kept.map(\.name))) else { return nil }
        self.init(header, kept)
    }

    /// Writes a profile: the header, the table of tags, and their data at multiples of four.
    init(_ header: ICCHeader, _ tags: [ICCTag]) {
        let all = header.texts + tags
        var data: [UInt8] = []
        var table = Self.number(all.count)
        let start = ICCHeader.length + 4 + 12 * all.count
        // Tags that share their data go on sharing them.
        var places: [Int: Int] = [:]
        for tag in all {
            let place = tag.place.flatMap { places[$0] } ?? start + data.count
            if place == start + data.count {
                data += tag.data
                data += [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
            }
            if let source = tag.place { places[source] = place }
            table += Array(tag.name.utf8) + Self.number(place) + Self.number(tag.data.count)
        }
        bytes = header.bytes(size: start + data.count) + table + data
    }

    /// A big-endian number of four bytes.
    static func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
}

extension ICCProfile {
    /// The colours of Adobe RGB (1998), with names of our own: for a camera's picture that says in
    /// its EXIF alone that its colours are these.
    static let adobeRGB = ICCProfile(
        ICCHeader(version: [2, 0x10], device: "mntr", colours: "RGB ", connection: "XYZ "),
        [
            point("wtpt", 0xF351, 0x1_0000, 0x1_16CC),
            point("rXYZ", 0x9C18, 0x4FA5, 0x04FC),
            point("gXYZ", 0x348D, 0xA02C, 0x0F95),
            point("bXYZ", 0x2631, 0x102F, 0xBE9C),
            gamma("rTRC"), gamma("gTRC"), gamma("bTRC"),
        ]
    )

    private static func point(_ name: String, _ x: Int, _ y: Int, _ z: Int) -> ICCTag {
        ICCTag(name, type: "XYZ ", number(x) + number(y) + number(z))
    }

    /// 563 / 256; the three curves share their data.
    private static func gamma(_ name: String) -> ICCTag {
        ICCTag(name, type: "curv", number(1) + [0x02, 0x33], place: 0)
    }
}

/// What colour conversion reads of a profile's header; everything else is written as zero.
struct ICCHeader {
    static let length = 128

    /// The length of the whole profile, as uploaded.
    let size: Int
    /// Major and minor.
    private let version: [UInt8]
    private let device: String
    private let colours: String
    private let connection: String
    /// The rendering intent, 0 to 3.
    private let intent: UInt8

    init(version: [UInt8], device: String, colours: String, connection: String) {
        size = 0
        self.version = version
        self.device = device
        self.colours = colours
        self.connection = connection
        intent = 0
    }

    /// Reads the header of a profile for a picture's colours; `nil` for any other.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.length + 4, Self.name(bytes, 36) == "acsp" else { return nil }
        size = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
        version = Array(bytes[8..<10])
        device = Self.name(bytes, 12)
        colours = Self.name(bytes, 16)
        connection = Self.name(bytes, 20)
        intent = bytes[67] & 3
        guard (Self.length + 4...bytes.count).contains(size), (2...4).contains(version[0]),
            ["scnr", "mntr", "prtr", "spac"].contains(device),
            ["RGB ", "GRAY", "CMYK", "Lab "].contains(colours),
            ["XYZ ", "Lab "].contains(connection)
        else { return nil }
    }

    private static func name(_ bytes: [UInt8], _ offset: Int) -> String {
        String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self)
    }

    /// The header as stored, with the illuminant D50, which all profiles have.
    func bytes(size: Int) -> [UInt8] {
        let start = ICCProfile.number(size) + [0, 0, 0, 0] + version + [0, 0]
        let names = [device, colours, connection].flatMap { Array($0.utf8) }
        let middle = [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
        let illuminant = [0xF6D6, 0x1_0000, 0xD32D].flatMap(ICCProfile.number)
        let rest = [UInt8](repeating: 0, count: 27) + [intent] + illuminant
        return start + names + middle + rest + [UInt8](repeating: 0, count: 48)
    }

    /// Whether the tags suffice to convert colours.
    func canConvert(with names: Set<String>) -> Bool {
        if !names.isDisjoint(with: ["A2B0", "A2B1", "A2B2"]) { return true }
        return switch colours {
        case "RGB ": names.isSuperset(of: ["rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"])
        case "GRAY": names.contains("kTRC")
        default: false
        }
    }

    /// The two texts that every profile must have, with the same words in all.
    var texts: [ICCTag] {
        let (name, right) = ("Colours", "Unknown")
        if version[0] == 4 { return [Self.words("desc", name), Self.words("cprt", right)] }
        // The type of version 2 also has places for two more languages.
        let description = ICCProfile.number(name.utf8.count + 1) + Array(name.utf8) + [0]
        return [
            ICCTag("desc", type: "desc", description + [UInt8](repeating: 0, count: 78)),
            ICCTag("cprt", type: "text", Array(right.utf8) + [0]),
        ]
    }

    /// A text of version 4: one record, in English, in UTF-16.
    private static func words(_ tag: String, _ text: String) -> ICCTag {
        let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let record = Array("enUS".utf8) + ICCProfile.number(units.count) + ICCProfile.number(28)
        let sizes = ICCProfile.number(1) + ICCProfile.number(12)
        return ICCTag(tag, type: "mluc", sizes + record + units)
    }
}
