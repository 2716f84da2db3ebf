import MediaAPI

/// Reads a PNG's chunks (the third edition's) and decides which to keep.
///
/// Keeps what a decoder needs, colour and density, and an animation's frames. Drops texts, times,
/// EXIF, every unknown ancillary chunk, and everything after the end of the image.
struct PNGReader {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static let kept: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "sBIT", "bKGD", "pHYs",
        "acTL", "fcTL", "fdAT",
    ]
    /// The chunks that say what the samples mean, and count before the palette and the data alone,
    /// with their lengths. Two of them had other names in drafts.
    private static let colours = [
        "cICP": 4, "mDCV": 24, "mDCv": 24, "cLLI": 8, "cLLi": 8,
    ]

    private var source: ImageBytes
    private var offset = signature.count
    /// Written first: the signature and the header.
    private var head = Pieces()
    private var body = Pieces()
    private var header: Header?
    private var exif: EXIF?
    private var hasPalette = false
    /// The chunks about colours that were found where they count.
    private var found: Set<String> = []
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

    /// Reads the next chunk.
    private mutating func nextChunk() throws -> Chunk {
        let length = try source.big32(at: offset)
        let name = try source.bytes(offset + 4, 4)
        let letters = name.allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
        guard letters, length <= source.count - offset - 12 else { throw MediaError.damaged }
        let chunk = Chunk(
            type: String(decoding: name, as: UTF8.self),
            range: offset..<(offset + 12 + length)
        )
        offset = chunk.range.upperBound
        return chunk
    }

    /// Whether a chunk has the checksum of its bytes.
    private mutating func isWhole(_ chunk: Chunk) throws -> Bool {
        var check = CRC32()
        let checked = (chunk.range.lowerBound + 4)..<chunk.payload.upperBound
        try source.forEachPart(of: checked) { check.update($0) }
        return try source.big32(at: chunk.payload.upperBound) == Int(check.value)
    }

    private mutating func take(_ chunk: Chunk) throws {
        guard (chunk.type == "IHDR") == (header == nil) else { throw MediaError.damaged }
        if data == .running, chunk.type != "IDAT" { data = .over }
        switch chunk.type {
        case "IHDR":
            guard try isWhole(chunk) else { throw MediaError.damaged }
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
        case "eXIf" where try exif == nil && isWhole(chunk):
            let length = min(chunk.payload.count, ImageBytes.windowBytes)
            exif = EXIF(try source.bytes(chunk.payload.lowerBound, length))
        case "iCCP" where counts(chunk):
            guard try isWhole(chunk) else { throw MediaError.damaged }
            if let profile = try readProfile(chunk) { try body.write(profile) }
        default:
            break
        }
        let isColour = Self.colours[chunk.type] == chunk.payload.count && counts(chunk)
        if isColour || Self.kept.contains(chunk.type) {
            guard try isWhole(chunk) else { throw MediaError.damaged }
            try body.copy(chunk.range)
        } else if chunk.type.first?.isUppercase == true {
            // An unknown critical chunk: a decoder must understand it, and this reader cannot tell
            // what it holds.
            throw MediaError.damaged
        }
    }

    /// Whether a chunk about colours is the first of its kind, and before the palette and the data.
    private mutating func counts(_ chunk: Chunk) -> Bool {
        !hasPalette && data == .awaited && found.insert(chunk.type).inserted
    }

    /// The chunk to store for a colour profile: under a name that says nothing, and with the tags
    /// that decoders read. `nil` if the profile is none.
    private mutating func readProfile(_ chunk: Chunk) throws -> [UInt8]? {
        let start = try source.bytes(chunk.payload.lowerBound, min(81, chunk.payload.count))
        // A name of 1 to 79 bytes ends with a zero; another zero says that what follows is zlib's.
        guard let end = start.firstIndex(of: 0), end > 0, start.dropFirst(end + 1).first == 0,
            chunk.payload.count - end - 2 <= ICCProfile.bytesMax
        else { return nil }
        let stream = (chunk.payload.lowerBound + end + 2)..<chunk.payload.upperBound
        guard
            let bytes = Zlib.inflated(try source.all(of: stream), atMost: ICCProfile.bytesMax),
            let profile = ICCProfile(bytes), let written = Zlib.deflated(profile.bytes)
        else { return nil }
        return Self.chunk("iCCP", Self.profileName + written)
    }

    private static let profileName = Array("ICC".utf8) + [0, 0]

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
