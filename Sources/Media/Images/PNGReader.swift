import MediaAPI

/// Reads a PNG's chunks (ISO/IEC 15948, and APNG's) and decides which to keep.
///
/// Keeps what a decoder needs, colour and density, and an animation's frames. Drops texts, times,
/// EXIF, every unknown ancillary chunk, and everything after the end of the image.
struct PNGReader {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static let kept: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD",
        "pHYs", "acTL", "fcTL", "fdAT",
    ]

    private var source: ImageBytes
    private var offset = signature.count
    /// Written first: the signature and the header.
    private var head = Pieces()
    private var body = Pieces()
    private var header: Header?
    private var exif: EXIF?
    private var hasPalette = false
    private var data = Data.awaited

    /// The reader's progress through the image data: awaited → running → over.
    private enum Data {
        case awaited, running, over
    }

    /// Reads the whole file.
    ///
    /// - Throws: `media.damaged` if it is incomplete.
    static func plan(_ source: ImageBytes) throws -> ImagePlan {
        var reader = PNGReader(source: source)
        return try reader.plan()
    }

    private init(source: ImageBytes) {
        self.source = source
    }

    private mutating func plan() throws -> ImagePlan {
        guard try source.bytes(0, Self.signature.count) == Self.signature else {
            throw MediaError.damaged
        }
        try head.copy(0..<Self.signature.count)
        while true {
            let chunk = try nextChunk()
            try take(chunk)
            if chunk.type == "IEND" { break }
        }
        guard let header, data != .awaited, hasPalette || header.colour != 3 else {
            throw MediaError.damaged
        }
        let exif = exif ?? EXIF()
        if let block = exif.minimalBlock {
            try head.write(Self.chunk("eXIf", block))
        }
        try head.append(body)
        return ImagePlan(type: .png, size: header.size, exif: exif, pieces: head.all)
    }

    private struct Header {
        let size: ImageSize
        let colour: UInt8
    }

    private struct Chunk {
        let type: String
        /// From the first byte of the length to the last of the checksum.
        let range: Range<Int>

        /// The bytes between the type and the checksum.
        var payload: Range<Int> {
            (range.lowerBound + 8)..<(range.upperBound - 4)
        }
    }

    /// Reads the next chunk and verifies its checksum.
    private mutating func nextChunk() throws -> Chunk {
        let length = try source.big32(at: offset)
        let name = try source.bytes(offset + 4, 4)
        let letters = name.allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
        guard letters, length <= source.count - offset - 12 else { throw MediaError.damaged }
        let chunk = Chunk(
            type: String(decoding: name, as: UTF8.self),
            range: offset..<(offset + 12 + length)
        )
        var check = CRC32()
        try source.forEachPart(of: (offset + 4)..<(offset + 8 + length)) { check.update($0) }
        guard try source.big32(at: offset + 8 + length) == Int(check.value) else {
            throw MediaError.damaged
        }
        offset = chunk.range.upperBound
        return chunk
    }

    private mutating func take(_ chunk: Chunk) throws {
        guard (chunk.type == "IHDR") == (header == nil) else { throw MediaError.damaged }
        if data == .running, chunk.type != "IDAT" { data = .over }
        switch chunk.type {
        case "IHDR":
            header = try readHeader(chunk)
            try head.copy(chunk.range)
            return
        case "PLTE":
            guard !hasPalette, data == .awaited, (3...768).contains(chunk.payload.count),
                chunk.payload.count.isMultiple(of: 3)
            else { throw MediaError.damaged }
            hasPalette = true
        case "IDAT":
            guard data != .over else { throw MediaError.damaged }
            data = .running
        case "IEND":
            guard chunk.payload.isEmpty else { throw MediaError.damaged }
        case "fcTL":
            try checkFrame(chunk)
        case "eXIf" where exif == nil:
            let length = min(chunk.payload.count, ImageBytes.windowBytes)
            exif = EXIF(try source.bytes(chunk.payload.lowerBound, length))
        default:
            break
        }
        if Self.kept.contains(chunk.type) {
            try body.copy(chunk.range)
        } else if chunk.type.first?.isUppercase == true {
            // An unknown critical chunk: a decoder must understand it, and this reader cannot tell
            // what it holds.
            throw MediaError.damaged
        }
    }

    private mutating func readHeader(_ chunk: Chunk) throws -> Header {
        guard chunk.payload.count == 13 else { throw MediaError.damaged }
        let start = chunk.payload.lowerBound
        let size = try ImageSize(
            width: source.big32(at: start),
            height: source.big32(at: start + 4)
        )
        let rest = try source.bytes(start + 8, 5)
        let depths: [UInt8] =
            switch rest[1] {
            case 0: [1, 2, 4, 8, 16]
            case 2, 4, 6: [8, 16]
            case 3: [1, 2, 4, 8]
            default: []
            }
        guard depths.contains(rest[0]), rest[2] == 0, rest[3] == 0, rest[4] <= 1 else {
            throw MediaError.damaged
        }
        return Header(size: size, colour: rest[1])
    }

    /// Requires a frame of an animation to lie within the picture.
    private mutating func checkFrame(_ chunk: Chunk) throws {
        guard chunk.payload.count == 26, let size = header?.size else { throw MediaError.damaged }
        let numbers = try (1...4).map { try source.big32(at: chunk.payload.lowerBound + 4 * $0) }
        let frame = try ImageSize(width: numbers[0], height: numbers[1])
        guard numbers[2] <= size.width - frame.width, numbers[3] <= size.height - frame.height
        else {
            throw MediaError.damaged
        }
    }

    /// A generated chunk.
    private static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + payload
        var check = CRC32()
        check.update(checked)
        return bigEndian(UInt32(payload.count)) + checked + bigEndian(check.value)
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
    }
}
