/// A tag of a colour profile.
struct ICCTag {
    /// Four characters.
    let name: String
    /// Its data, from the type on; without what is behind the end that the type gives them.
    let data: ArraySlice<UInt8>
    /// Where the data begin in the uploaded profile: tags with the same place share them.
    let place: Int?
    /// Whether colour conversion reads it, and can.
    let isKept: Bool

    /// More tags than any profile has.
    private static let countMax = 100

    /// A tag that is not from an uploaded profile.
    init(_ name: String, type: String, _ content: [UInt8], place: Int? = nil) {
        self.name = name
        self.place = place
        data = (Array(type.utf8) + [0, 0, 0, 0] + content)[...]
        isKept = true
    }

    private init(_ name: String, at range: Range<Int>, in profile: ArraySlice<UInt8>) {
        self.name = name
        place = range.lowerBound
        let length = Self.contents[name].flatMap { $0.length(of: profile[range]) }
        isKept = length != nil
        data = profile[range].prefix(length ?? 0)
    }

    /// The tags of a profile, of equal names the first; `nil` if one lies outside of the profile,
    /// or overlaps another one.
    static func all(in profile: ArraySlice<UInt8>) -> [ICCTag]? {
        let count = big32(profile, ICCHeader.length)
        guard (1...countMax).contains(count) else { return nil }
        let start = ICCHeader.length + 4 + 12 * count
        guard start <= profile.count else { return nil }
        var tags: [ICCTag] = []
        var names: Set<String> = []
        var ranges: Set<Range<Int>> = []
        for index in 0..<count {
            let entry = ICCHeader.length + 4 + 12 * index
            let name = String(decoding: profile[entry..<(entry + 4)], as: UTF8.self)
            let (offset, length) = (big32(profile, entry + 4), big32(profile, entry + 8))
            guard offset >= start, length <= profile.count - offset else { return nil }
            ranges.insert(offset..<(offset + length))
            guard names.insert(name).inserted else { continue }
            tags.append(ICCTag(name, at: offset..<(offset + length), in: profile))
        }
        let inOrder = ranges.sorted {
            ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
        }
        for (range, next) in zip(inOrder, inOrder.dropFirst())
        where range.upperBound > next.lowerBound {
            return nil
        }
        return tags
    }

    /// What a tag consists of.
    private enum Content {
        /// A colour, or a white or black point.
        case point
        /// Nine numbers.
        case matrix
        case curve
        /// Tables and curves for all channels together.
        case table
        /// The same with floating point.
        case elements
        /// The numbers that video has for colours.
        case codes
        /// The kind of device.
        case technology

        /// The length of a tag's data according to their type and counts; `nil` if they are of
        /// another type, or too short.
        func length(of data: ArraySlice<UInt8>) -> Int? {
            guard data.count >= 12 else { return nil }
            let start = data.startIndex
            let type = String(decoding: data.prefix(4), as: UTF8.self)
            let length: Int? =
                switch (self, type) {
                case (.point, "XYZ "): 20
                case (.matrix, "sf32"): 44
                case (.curve, "curv"): 12 + 2 * big32(data, start + 8)
                case (.curve, "para"): Self.parameters[big16(data, start + 8)].map { 12 + 4 * $0 }
                case (.table, "mft1"), (.table, "mft2"):
                    Self.tableLength(data, isWide: type == "mft2")
                case (.table, "mAB "), (.table, "mBA "), (.elements, "mpet"): data.count
                case (.codes, "cicp"), (.technology, "sig "): 12
                default: nil
                }
            return length.flatMap { $0 <= data.count ? $0 : nil }
        }

        /// How many numbers each kind of parametric curve has.
        private static let parameters = [0: 1, 1: 3, 2: 4, 3: 5, 4: 7]

        /// The length of a table with entries of one byte, or of two.
        private static func tableLength(_ data: ArraySlice<UInt8>, isWide: Bool) -> Int? {
            guard data.count >= 52 else { return nil }
            let start = data.startIndex
            let (inputs, outputs) = (Int(data[start + 8]), Int(data[start + 9]))
            let grid = Int(data[start + 10])
            guard (1...16).contains(inputs), (1...16).contains(outputs), grid > 0 else {
                return nil
            }
            var points = outputs
            for _ in 0..<inputs {
                points *= grid
                guard points <= data.count else { return nil }
            }
            guard isWide else { return 48 + 256 * (inputs + outputs) + points }
            let (first, last) = (big16(data, start + 48), big16(data, start + 50))
            return 52 + 2 * (first * inputs + points + last * outputs)
        }
    }

    /// The tags that colour conversion reads.
    private static let contents: [String: Content] = [
        "wtpt": .point, "bkpt": .point, "lumi": .point,
        "rXYZ": .point, "gXYZ": .point, "bXYZ": .point, "chad": .matrix,
        "rTRC": .curve, "gTRC": .curve, "bTRC": .curve, "kTRC": .curve,
        "A2B0": .table, "A2B1": .table, "A2B2": .table,
        "B2A0": .table, "B2A1": .table, "B2A2": .table, "gamt": .table,
        "D2B0": .elements, "D2B1": .elements, "D2B2": .elements, "D2B3": .elements,
        "B2D0": .elements, "B2D1": .elements, "B2D2": .elements, "B2D3": .elements,
        "cicp": .codes, "tech": .technology,
    ]

    private static func big16(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> Int {
        Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
    }

    private static func big32(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> Int {
        bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
}
