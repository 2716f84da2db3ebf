import MediaAPI

/// Reads a JPEG's segments (ITU-T T.81 annex B) and decides which to keep.
///
/// Keeps what a decoder needs, the colours of the profile, and Adobe's note on the colour
/// transform. Drops every other application segment, comments, embedded thumbnails, bytes between
/// segments, and everything after the end of the image.
struct JPEGReader {
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

    private var source: ImageBytes
    private var offset = 2
    /// Written first: the start of image, then the JFIF segment.
    private var head = Pieces()
    private var body = Pieces()
    private var size: ImageSize?
    private var exif: EXIF?
    private var profile = JPEGProfile()
    private var hasJFIF = false
    private var hasScan = false
    /// Whether the file ended with a scan, without the marker for the end.
    private var isOver = false
    /// What it takes to walk through a scan.
    private var isSequential = false
    private var frame: [UInt8] = []
    private var tables: [UInt8: HuffmanTable] = [:]
    private var restartInterval = 0
    /// The components that scans were found of.
    private var scanned: Set<UInt8> = []

    /// Reads the whole file.
    ///
    /// - Throws: `media.damaged` if it is incomplete, `media.unsupported_type` if it is of a kind
    ///   that no browser shows (lossless, arithmetic, 12 bits).
    static func plan(_ source: ImageBytes) throws -> ImagePlan {
        var reader = JPEGReader(source: source)
        return try reader.plan()
    }

    private init(source: ImageBytes) {
        self.source = source
    }

    private mutating func plan() throws -> ImagePlan {
        guard try source.bytes(0, 2) == [0xFF, 0xD8] else { throw MediaError.damaged }
        try head.copy(0..<2)
        while !isOver, let segment = try nextSegment() {
            try take(segment)
        }
        guard let size, hasScan else { throw MediaError.damaged }
        let exif = exif ?? EXIF()
        if let block = exif.minimalBlock {
            try head.write(Self.segment(0xE1, EXIF.prefix + block))
        }
        let colours = try profile.read(from: &source)
        if let colours = colours ?? (exif.isAdobeRGB && frame[5] == 3 ? .adobeRGB : nil) {
            for part in JPEGProfile.parts(of: colours) {
                try head.write(Self.segment(0xE2, part))
            }
        }
        try head.append(body)
        return ImagePlan(type: .jpeg, size: size, exif: exif, pieces: head.all)
    }

    /// A marker and what follows it.
    private struct Segment {
        let marker: UInt8
        /// From the first byte of the marker to the last of the parameters.
        let range: Range<Int>

        /// The parameters, without the length.
        var payload: Range<Int> {
            (range.lowerBound + 4)..<range.upperBound
        }
    }

    /// The next segment; `nil` at the end of the image.
    private mutating func nextSegment() throws -> Segment? {
        let (marker, start) = try nextMarker()
        if marker == 0xD9 {
            try body.copy(start..<offset)
            return nil
        }
        let length = try source.big16(at: offset)
        guard length >= 2, length <= source.count - offset else { throw MediaError.damaged }
        offset += length
        return Segment(marker: marker, range: start..<offset)
    }

    /// The next marker with parameters, or that of the end, and where it begins. Skips other bytes,
    /// as every decoder does.
    private mutating func nextMarker() throws -> (marker: UInt8, start: Int) {
        while var start = try source.firstIndex(of: 0xFF, from: offset) {
            while try source.byte(at: start + 1) == 0xFF { start += 1 }
            let marker = try source.byte(at: start + 1)
            offset = start + 2
            switch marker {
            case 0x00, 0x01, 0xD0...0xD7: continue
            default: return (marker, start)
            }
        }
        throw MediaError.damaged
    }

    private mutating func take(_ segment: Segment) throws {
        switch segment.marker {
        case 0xC0, 0xC1, 0xC2:
            try readFrame(segment)
            isSequential = segment.marker != 0xC2
            try body.copy(segment.range)
        case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
            throw MediaError.unsupportedType
        case 0xC4, 0xDB, 0xDD:
            try readTables(segment)
            try body.copy(segment.range)
        case 0xDA:
            try readScan(segment)
        case 0xE0...0xEF:
            try takeApplication(segment)
        case 0xFE:
            break
        default:
            // A DNL segment (0xDC) could make the picture higher than its frame says.
            throw MediaError.damaged
        }
    }

    private mutating func readFrame(_ segment: Segment) throws {
        frame = try source.bytes(segment.payload.lowerBound, segment.payload.count)
        guard size == nil, frame.count >= 6 else { throw MediaError.damaged }
        guard frame[0] == 8 else { throw MediaError.unsupportedType }
        let components = Int(frame[5])
        guard [1, 3, 4].contains(components), frame.count == 6 + 3 * components else {
            throw MediaError.damaged
        }
        size = try ImageSize(
            width: Int(frame[3]) << 8 | Int(frame[4]),
            height: Int(frame[1]) << 8 | Int(frame[2])
        )
    }

    /// Remembers the tables of Huffman codes, and the interval of restarts.
    private mutating func readTables(_ segment: Segment) throws {
        guard segment.marker != 0xDB else { return }
        let payload = try source.bytes(segment.payload.lowerBound, segment.payload.count)
        if segment.marker == 0xC4 {
            tables.merge(HuffmanTable.all(in: payload)) { $1 }
        } else if payload.count == 2 {
            restartInterval = Int(payload[0]) << 8 | Int(payload[1])
        }
    }

    /// Reads a scan's header and its coded data, up to the next marker.
    private mutating func readScan(_ segment: Segment) throws {
        let header = try source.bytes(segment.payload.lowerBound, segment.payload.count)
        guard size != nil, let components = header.first, (1...4).contains(components),
            header.count == 4 + 2 * Int(components)
        else { throw MediaError.damaged }
        scanned.formUnion((0..<Int(components)).map { header[1 + 2 * $0] })
        let marker = try endOfCodedData(from: offset)
        let end = try marker ?? endOfLastScan(header)
        guard end > offset else { throw MediaError.damaged }
        hasScan = true
        try body.copy(segment.range.lowerBound..<end)
        offset = end
        if marker == nil { try body.write([0xFF, 0xD9]) }
        isOver = marker == nil
    }

    /// The offset of the next marker that is neither a stuffed byte nor a restart; `nil` if the
    /// file ends before.
    private mutating func endOfCodedData(from start: Int) throws -> Int? {
        var offset = start
        while let found = try source.firstIndex(of: 0xFF, from: offset), found + 1 < source.count {
            switch try source.byte(at: found + 1) {
            case 0x00, 0xD0...0xD7: offset = found + 2
            case 0xFF: offset = found + 1
            default: return found
            }
        }
        return nil
    }

    /// Where the coded data of a scan end in a file without the marker for the end.
    ///
    /// - Throws: `media.damaged` if a part of the picture is missing, or of a progressive picture,
    ///   which lacks details then.
    private mutating func endOfLastScan(_ header: [UInt8]) throws -> Int {
        let components = (0..<Int(frame[5])).map { frame[6 + 3 * $0] }
        guard isSequential, scanned.isSuperset(of: components) else { throw MediaError.damaged }
        var scan = try JPEGScan(
            frame: frame,
            header: header,
            tables: tables,
            interval: restartInterval,
            in: source,
            at: offset
        )
        return try scan.end()
    }

    private mutating func takeApplication(_ segment: Segment) throws {
        let payload = try source.bytes(segment.payload.lowerBound, segment.payload.count)
        switch segment.marker {
        case 0xE0 where payload.starts(with: Self.jfif) && payload.count >= 14 && !hasJFIF:
            hasJFIF = true
            // Twelve bytes hold version and density; the thumbnail after them is dropped.
            try head.write(Self.segment(0xE0, payload.prefix(12) + [0, 0]))
        case 0xE1 where payload.starts(with: EXIF.prefix) && exif == nil:
            exif = EXIF(payload)
        case 0xE2 where payload.starts(with: JPEGProfile.prefix) && !hasScan:
            profile.take(payload, at: segment.payload)
        case 0xEE where payload.starts(with: Array("Adobe".utf8)) && payload.count >= 12:
            try body.write(Self.segment(0xEE, payload.prefix(12)))
        default:
            break
        }
    }

    private static let jfif = Array("JFIF".utf8) + [0]

    /// A generated segment.
    private static func segment(_ marker: UInt8, _ payload: some Collection<UInt8>) -> [UInt8] {
        let length = payload.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
    }
}
