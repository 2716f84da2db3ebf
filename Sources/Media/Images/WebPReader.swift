import MediaAPI

/// Reads a WebP's chunks (RFC 9649) and decides which to keep.
///
/// Keeps the image data, an animation's frames, transparency and the colours of the profile. Drops
/// EXIF, XMP, every unknown chunk, and everything after the file's own end.
struct WebPReader {
    private var source: ImageBytes
    private var body = Pieces()
    private var canvas: Canvas?
    private var size: ImageSize?
    private var exif: EXIF?
    private var profile: ICCProfile?
    private var hasProfile = false
    private var frames = 0

    /// The contents of the extended header.
    private struct Canvas {
        let flags: UInt8
        let size: ImageSize

        var isAnimated: Bool { flags & Flag.animation != 0 }
    }

    private enum Flag {
        static let profile: UInt8 = 0x20
        static let alpha: UInt8 = 0x10
        static let exif: UInt8 = 0x08
        static let animation: UInt8 = 0x02
    }

    /// Reads the whole file.
    ///
    /// - Throws: `media.damaged` if it is incomplete.
    static func plan(_ source: ImageBytes) throws -> ImagePlan {
        var reader = WebPReader(source: source)
        return try reader.plan()
    }

    private init(source: ImageBytes) {
        self.source = source
    }

    private mutating func plan() throws -> ImagePlan {
        guard try source.bytes(0, 4).elementsEqual("RIFF".utf8),
            try source.bytes(8, 4).elementsEqual("WEBP".utf8)
        else { throw MediaError.damaged }
        let length = try source.little(at: 4)
        guard length >= 12, length <= source.count - 8 else { throw MediaError.damaged }
        var offset = 12
        while offset < length + 8 {
            let chunk = try chunk(at: offset, before: length + 8)
            try take(chunk, isFirst: offset == 12)
            offset = chunk.range.upperBound
        }
        return try finish()
    }

    private struct Chunk {
        let type: String
        /// From the first byte of the type to the padding.
        let range: Range<Int>
        /// The chunk's contents, without padding.
        let payload: Range<Int>
    }

    private mutating func chunk(at offset: Int, before end: Int) throws -> Chunk {
        guard end - offset >= 8 else { throw MediaError.damaged }
        let name = try source.bytes(offset, 4)
        let length = try source.little(at: offset + 4)
        let padded = length + length % 2
        guard padded <= end - offset - 8 else { throw MediaError.damaged }
        return Chunk(
            type: String(decoding: name, as: UTF8.self),
            range: offset..<(offset + 8 + padded),
            payload: (offset + 8)..<(offset + 8 + length)
        )
    }

    private mutating func take(_ chunk: Chunk, isFirst: Bool) throws {
        switch chunk.type {
        case "VP8X":
            guard isFirst else { throw MediaError.damaged }
            canvas = try readCanvas(chunk)
        case "VP8 ", "VP8L":
            guard isFirst || canvas?.isAnimated == false, size == nil else {
                throw MediaError.damaged
            }
            size = try imageSize(chunk)
            try body.copy(chunk.range)
        case _ where isFirst:
            throw MediaError.damaged
        case "ANMF":
            guard let canvas, canvas.isAnimated else { throw MediaError.damaged }
            frames += 1
            try body.append(frame(chunk, in: canvas.size))
        case "ANIM", "ALPH":
            if canvas != nil { try body.copy(chunk.range) }
        case "ICCP":
            guard canvas != nil, !hasProfile else { return }
            hasProfile = true
            guard chunk.payload.count <= ICCProfile.bytesMax else { return }
            profile = ICCProfile(try source.all(of: chunk.payload))
        case "EXIF" where canvas != nil && exif == nil:
            let length = min(chunk.payload.count, ImageBytes.windowBytes)
            exif = EXIF(try source.bytes(chunk.payload.lowerBound, length))
        default:
            break
        }
    }

    private mutating func readCanvas(_ chunk: Chunk) throws -> Canvas {
        guard chunk.payload.count >= 10 else { throw MediaError.damaged }
        let start = chunk.payload.lowerBound
        return try Canvas(
            flags: source.byte(at: start),
            size: ImageSize(
                width: source.little(at: start + 4, 3) + 1,
                height: source.little(at: start + 7, 3) + 1
            )
        )
    }

    /// The size according to the image data itself.
    private mutating func imageSize(_ chunk: Chunk) throws -> ImageSize {
        let start = chunk.payload.lowerBound
        if chunk.type == "VP8L" {
            // RFC 9649 §3.4: a signature, 14 bits each for width and height minus one, alpha, and
            // three bits of version, which must be 0.
            guard chunk.payload.count > 5 else { throw MediaError.damaged }
            let bits = try source.little(at: start + 1)
            guard try source.byte(at: start) == 0x2F, bits >> 29 == 0 else {
                throw MediaError.damaged
            }
            return try ImageSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        }
        // RFC 6386 §9.1: the frame tag, then a start code, then width and height of 14 bits each.
        guard chunk.payload.count > 10 else { throw MediaError.damaged }
        let tag = try source.little(at: start, 3)
        guard tag & 1 == 0, tag >> 5 <= chunk.payload.count - 10,
            try source.bytes(start + 3, 3) == [0x9D, 0x01, 0x2A]
        else { throw MediaError.damaged }
        return try ImageSize(
            width: source.little(at: start + 6, 2) & 0x3FFF,
            height: source.little(at: start + 8, 2) & 0x3FFF
        )
    }

    /// A frame of an animation, without its unknown chunks.
    private mutating func frame(_ chunk: Chunk, in canvas: ImageSize) throws -> Pieces {
        guard chunk.payload.count > 16 else { throw MediaError.damaged }
        let start = chunk.payload.lowerBound
        let numbers = try (0..<4).map { try source.little(at: start + 3 * $0, 3) }
        let size = try ImageSize(width: numbers[2] + 1, height: numbers[3] + 1)
        guard 2 * numbers[0] <= canvas.width - size.width,
            2 * numbers[1] <= canvas.height - size.height
        else { throw MediaError.damaged }
        var inner = Pieces()
        try inner.copy(start..<(start + 16))
        var hasImage = false
        var offset = start + 16
        while offset < chunk.payload.upperBound {
            let part = try self.chunk(at: offset, before: chunk.payload.upperBound)
            offset = part.range.upperBound
            if part.type == "VP8 " || part.type == "VP8L" {
                guard !hasImage, try imageSize(part) == size else { throw MediaError.damaged }
                hasImage = true
            } else if part.type != "ALPH" {
                continue
            }
            try inner.copy(part.range)
        }
        guard hasImage else { throw MediaError.damaged }
        var whole = Pieces()
        if inner.bytes == chunk.payload.count {
            try whole.copy(chunk.range)
        } else {
            try whole.write(Array("ANMF".utf8) + Self.little(inner.bytes, 4))
            try whole.append(inner)
        }
        return whole
    }

    private mutating func finish() throws -> ImagePlan {
        if let canvas {
            guard canvas.isAnimated ? frames > 0 : size == canvas.size else {
                throw MediaError.damaged
            }
        }
        guard let size = canvas?.size ?? size else { throw MediaError.damaged }
        let exif = exif ?? EXIF()
        if let block = exif.minimalBlock {
            try body.write(Array("EXIF".utf8) + Self.little(block.count, 4) + block)
        }
        let colours = profile ?? (exif.isAdobeRGB ? .adobeRGB : nil)
        let header = canvas.map { extendedHeader($0, exif, colours) } ?? []
        var all = Pieces()
        try all.write(
            Array("RIFF".utf8) + Self.little(4 + header.count + body.bytes, 4)
                + Array("WEBP".utf8) + header
        )
        try all.append(body)
        return ImagePlan(type: .webp, size: size, exif: exif, pieces: all.all)
    }

    /// The extended header, with no flag set for a dropped chunk, and the colour profile, which
    /// must follow it.
    private func extendedHeader(
        _ canvas: Canvas,
        _ exif: EXIF,
        _ colours: ICCProfile?
    ) -> [UInt8] {
        let flags =
            canvas.flags & (Flag.alpha | Flag.animation) | (colours != nil ? Flag.profile : 0)
            | (exif.orientation != 1 ? Flag.exif : 0)
        let header =
            Array("VP8X".utf8) + Self.little(10, 4) + [flags, 0, 0, 0]
            + Self.little(canvas.size.width - 1, 3) + Self.little(canvas.size.height - 1, 3)
        guard let colours else { return header }
        // A profile's length is even.
        return header + Array("ICCP".utf8) + Self.little(colours.bytes.count, 4) + colours.bytes
    }

    private static func little(_ number: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
