extension Zone {
    /// Reads a file of version 2 or later (RFC 8536 §3); `nil` if it is truncated, if anything in
    /// it contradicts the format, or if it counts leap seconds, as no other clock here does.
    init?(tzif bytes: [UInt8]) {
        var reader = TZifReader(bytes)
        // The first part has 32-bit times, for readers of version 1; the second repeats it with 64
        // bits.
        guard
            let old = reader.header(), reader.skip(old.bytes(timeBytes: 4)),
            let header = reader.header(),
            header.bytes(timeBytes: 8) <= reader.left,
            header.leapSeconds == 0, (1...256).contains(header.types)
        else { return nil }
        let times = (0..<header.times).map { _ in reader.integer(of: 8) }
        let indices = (0..<header.times).map { _ in Int(reader.integer(of: 1)) & 0xFF }
        let types = (0..<header.types).map { _ in
            // Whether the offset is daylight saving time, and its abbreviation, are of no use here.
            let offset = reader.integer(of: 4)
            _ = reader.skip(2)
            return offset
        }
        _ = reader.skip(header.names + header.standardMarks + header.universalMarks)
        let footer = reader.rest
        guard
            zip(times, times.dropFirst()).allSatisfy(<),
            indices.allSatisfy({ types.indices.contains($0) }),
            types.allSatisfy({ (-89_999...93_599).contains($0) }),
            footer.count >= 2, footer.first == UInt8(ascii: "\n"),
            footer.last == UInt8(ascii: "\n")
        else { return nil }
        let text = footer.dropFirst().dropLast()
        let rule = ZoneRule(text)
        guard text.isEmpty || rule != nil else { return nil }
        self.init(
            transitions: times,
            offsets: [types[0]] + indices.map { types[$0] },
            rule: rule
        )
    }

    /// Whether a file has all the bytes that its headers announce. What they say is read later.
    static func isWhole(tzif bytes: [UInt8]) -> Bool {
        var reader = TZifReader(bytes)
        guard
            let old = reader.header(), reader.skip(old.bytes(timeBytes: 4)),
            let header = reader.header(), reader.skip(header.bytes(timeBytes: 8))
        else { return false }
        let (footer, newline) = (reader.rest, UInt8(ascii: "\n"))
        return footer.count >= 2 && footer.first == newline && footer.last == newline
    }
}

/// Reads the parts of a zone's file from its front.
private struct TZifReader {
    private let bytes: [UInt8]
    private var index = 0

    /// The counts of the items that follow a header.
    struct Header {
        let universalMarks: Int
        let standardMarks: Int
        let leapSeconds: Int
        let times: Int
        let types: Int
        let names: Int

        /// The length in bytes of the items, given the length of a time.
        func bytes(timeBytes: Int) -> Int {
            times * (timeBytes + 1) + types * 6 + names + leapSeconds * (timeBytes + 4)
                + standardMarks + universalMarks
        }
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// How many bytes follow.
    var left: Int { bytes.count - index }

    /// The bytes that follow.
    var rest: ArraySlice<UInt8> { bytes[index...] }

    mutating func skip(_ count: Int) -> Bool {
        guard count <= left else { return false }
        index += count
        return true
    }

    mutating func header() -> Header? {
        guard
            left >= 44, rest.starts(with: "TZif".utf8), bytes[index + 4] >= UInt8(ascii: "2")
        else { return nil }
        index += 20
        let counts = (0..<6).map { _ in Int(integer(of: 4)) & 0xFFFF_FFFF }
        return Header(
            universalMarks: counts[0],
            standardMarks: counts[1],
            leapSeconds: counts[2],
            times: counts[3],
            types: counts[4],
            names: counts[5]
        )
    }

    /// Reads a big-endian signed number of `count` bytes, which must be there.
    mutating func integer(of count: Int) -> Int64 {
        var number = Int64(Int8(bitPattern: bytes[index]))
        for byte in bytes[(index + 1)..<(index + count)] { number = number << 8 | Int64(byte) }
        index += count
        return number
    }
}
