/// An EXIF block as written by a phone, with words that must not survive.
public struct EXIFSample: Sendable {
    public static let secrets = ["GPSSECRET", "Pocket 7", "2026:05:01"]

    private let isLittle: Bool
    /// SHORT; none when `nil`.
    private let orientation: UInt16?
    private let time: String?
    private let offset: String?
    /// SHORT: 1 for sRGB, 65535 for other colours.
    private let colourSpace: UInt16?
    /// `R03` for Adobe RGB, `R98` for sRGB.
    private let index: String?

    public init(
        isLittle: Bool = true,
        orientation: UInt16? = 1,
        time: String? = "2026:05:01 12:30:00",
        offset: String? = "+02:00",
        colourSpace: UInt16? = nil,
        index: String? = nil
    ) {
        self.isLittle = isLittle
        self.orientation = orientation
        self.time = time
        self.offset = offset
        self.colourSpace = colourSpace
        self.index = index
    }

    private struct Entry {
        let tag: UInt16
        let type: UInt16
        let count: Int
        let value: [UInt8]
    }

    /// The block without JPEG's prefix.
    public var bytes: [UInt8] {
        var main = [text(0x010F, "Gauntlet"), text(0x0110, "Pocket 7 ")]
        if let orientation {
            main.append(Entry(tag: 0x0112, type: 3, count: 1, value: number(orientation)))
        }
        var details =
            [time.map { text(0x9003, $0) }, offset.map { text(0x9011, $0) }].compactMap(\.self)
        if let colourSpace {
            details.append(Entry(tag: 0xA001, type: 3, count: 1, value: number(colourSpace)))
        }
        let places = [text(0x0001, "N"), text(0x001B, "GPSSECRET 48.8584 2.2945")]
        let indexes = [index.map { text(0x0001, $0) }].compactMap(\.self)
        // Three more directories follow the first; their places are in the last entries of the
        // first, and in the last one of the second.
        let mainBytes = 2 + 12 * (main.count + 2) + 4
        let detailsAt = 8 + mainBytes + dataBytes(main)
        let placesAt = detailsAt + 2 + 12 * (details.count + 1) + 4 + dataBytes(details)
        let indexesAt = placesAt + 2 + 12 * places.count + 4 + dataBytes(places)
        details.append(Entry(tag: 0xA005, type: 4, count: 1, value: number(UInt32(indexesAt))))
        main.append(Entry(tag: 0x8769, type: 4, count: 1, value: number(UInt32(detailsAt))))
        main.append(Entry(tag: 0x8825, type: 4, count: 1, value: number(UInt32(placesAt))))
        var block: [UInt8] = isLittle ? [0x49, 0x49, 42, 0] : [0x4D, 0x4D, 0, 42]
        block += number(UInt32(8))
        block += directory(main, at: 8)
        block += directory(details, at: detailsAt)
        block += directory(places, at: placesAt)
        block += directory(indexes, at: indexesAt)
        return block
    }

    private func dataBytes(_ entries: [Entry]) -> Int {
        entries.reduce(0) { $0 + ($1.value.count > 4 ? $1.value.count : 0) }
    }

    private func directory(_ entries: [Entry], at start: Int) -> [UInt8] {
        var table = number(UInt16(entries.count))
        var data: [UInt8] = []
        let dataAt = start + 2 + 12 * entries.count + 4
        for entry in entries {
            table += number(entry.tag) + number(entry.type) + number(UInt32(entry.count))
            if entry.value.count > 4 {
                table += number(UInt32(dataAt + data.count))
                data += entry.value
            } else {
                table += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            }
        }
        return table + [0, 0, 0, 0] + data
    }

    private func text(_ tag: UInt16, _ text: String) -> Entry {
        Entry(tag: tag, type: 2, count: text.utf8.count + 1, value: Array(text.utf8) + [0])
    }

    private func number(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: isLittle ? value.littleEndian : value.bigEndian) { Array($0) }
    }
}
