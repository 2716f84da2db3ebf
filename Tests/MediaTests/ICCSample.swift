/// A display's colour profile as a computer writes it, with words and numbers that must not be
/// kept.
struct ICCSample {
    /// The major version.
    var version: UInt8 = 4
    /// The tags by name, in order.
    var tags: [(name: String, data: [UInt8])] = secrets + colours
    /// What the header says; the actual values when `nil`.
    var size: Int?
    var count: Int?
    var space = "RGB "

    /// The serial number of the display.
    static let serial: [UInt8] = [0x0B, 0xAD, 0xCA, 0xFE]
    /// 2026-05-01 12:30:15.
    static let date: [UInt8] = [7, 234, 0, 5, 0, 1, 0, 12, 0, 30, 0, 15]

    static let secrets: [(name: String, data: [UInt8])] = [
        ("desc", words("Jane's iMac")), ("cprt", words("GPSSECRET")),
        (
            "mmod",
            tag("mmod", [0, 0, 0x1E, 0x6D, 0, 0, 0x5B, 0xEE] + serial + date + [0, 0, 0, 0])
        ),
        ("meta", tag("dict", Array("EDID_serial GPSSECRET".utf8))),
        ("vcgt", tag("vcgt", serial + date)),
    ]
    static let colours: [(name: String, data: [UInt8])] = [
        ("wtpt", tag("XYZ ", number(0xF6D6) + number(0x1_0000) + number(0xD32D))),
        ("rXYZ", tag("XYZ ", number(0x83DF) + number(0x3DBF) + number(0xFFFF_FFBB))),
        ("gXYZ", tag("XYZ ", number(0x4ABF) + number(0xB137) + number(0x0AB9))),
        ("bXYZ", tag("XYZ ", number(0x2838) + number(0x110B) + number(0xC8B9))),
        ("rTRC", tag("para", [0, 0, 0, 0] + number(0x2_3333))),
        ("gTRC", tag("para", [0, 0, 0, 0] + number(0x2_3334))),
        ("bTRC", tag("curv", number(1) + [2, 0x33])),
        ("chad", tag("sf32", (1...9).flatMap { number($0 << 12) })),
        ("cicp", tag("cicp", [12, 13, 0, 1])),
    ]

    static func tag(_ type: String, _ content: [UInt8]) -> [UInt8] {
        Array(type.utf8) + [0, 0, 0, 0] + content
    }

    static func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    /// A tag of tables that has this many bytes, of which no thousand is like the one before.
    static func tables(_ count: Int) -> [UInt8] {
        var content = [UInt8](repeating: 0, count: count - 8)
        for index in stride(from: 0, to: content.count, by: 1_000) {
            content[index] = UInt8(truncatingIfNeeded: index / 1_000)
        }
        return tag("mAB ", content)
    }

    private static func words(_ text: String) -> [UInt8] {
        let units = text.utf8.flatMap { [0, $0] as [UInt8] }
        return tag("mluc", number(1) + number(12) + Array("enUS".utf8) + number(units.count))
            + number(28) + units
    }

    var bytes: [UInt8] {
        var table: [UInt8] = []
        var data: [UInt8] = []
        for tag in tags {
            let place = 132 + 12 * tags.count + data.count
            table += Array(tag.name.utf8) + Self.number(place) + Self.number(tag.data.count)
            data += tag.data + [UInt8](repeating: 0, count: (4 - tag.data.count % 4) % 4)
        }
        let whole = 132 + table.count + data.count
        let head = Self.number(size ?? whole) + Array("appl".utf8) + [version, 0, 0, 0]
        let names = Array("mntr\(space)XYZ ".utf8) + Self.date + Array("acspAPPL".utf8)
        let maker = [0, 0, 0, 0] + Self.serial + Self.serial + [UInt8](repeating: 0, count: 8)
        let light = [0, 0, 0, 1] + [0xF6D6, 0x1_0000, 0xD32D].flatMap(Self.number)
        let end = Array("Jane".utf8) + [UInt8](repeating: 7, count: 16 + 28)
        return head + names + maker + light + end + Self.number(count ?? tags.count) + table + data
    }
}

/// The tags of a profile by name, without the padding; for profiles without mistakes alone.
func tags(_ profile: [UInt8]) -> [String: [UInt8]] {
    func number(_ offset: Int) -> Int {
        profile[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    var tags: [String: [UInt8]] = [:]
    for entry in stride(from: 132, to: 132 + 12 * number(128), by: 12) {
        let name = String(decoding: profile[entry..<(entry + 4)], as: UTF8.self)
        tags[name] = Array(profile[number(entry + 4)...].prefix(number(entry + 8)))
    }
    return tags
}

/// Whether bytes contain what the sample's profile must lose.
func betraysDisplay(_ bytes: [UInt8]) -> Bool {
    let secrets = [
        ICCSample.serial, ICCSample.date, Array("Jane".utf8), Array("GPSSECRET".utf8),
        Array("J\0a\0n\0e".utf8), Array("G\0P\0S".utf8), Array("appl".utf8), Array("APPL".utf8),
    ]
    return secrets.contains { secret in
        bytes.indices.contains { bytes[$0...].starts(with: secret) }
    }
}
