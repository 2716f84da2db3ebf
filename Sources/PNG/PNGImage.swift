/// A picture in memory that can be written as PNG (RFC 2083). The pixels are stored uncompressed,
/// so the file's size is known in advance.
public struct PNGImage: Sendable {
    /// In pixels, at least 1.
    public let width: Int
    /// In pixels, at least 1.
    public let height: Int
    /// Red, green and blue of eight bits each, row by row from the top.
    public let pixels: [UInt8]

    /// - Parameters:
    ///   - width: In pixels, at least 1.
    ///   - height: In pixels, at least 1.
    ///   - pixels: Three bytes for each pixel, row by row from the top.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width > 0 && height > 0 && pixels.count == width * height * 3, "wrong size")
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The encoded PNG file.
    public var bytes: [UInt8] {
        // Eight bits per sample; red, green and blue.
        let header = bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", header) + chunk("IDAT", stored(rows)) + chunk("IEND", [])
    }

    /// The rows, each prefixed with filter type 0 (none).
    private var rows: [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity(height * (width * 3 + 1))
        for y in 0..<height {
            rows.append(0)
            rows += pixels[y * width * 3..<(y + 1) * width * 3]
        }
        return rows
    }

    /// A zlib stream (RFC 1950) of stored blocks (RFC 1951 §3.2.4).
    private func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            stream.append(rest.isEmpty ? 1 : 0)
            stream += [UInt8(count & 0xFF), UInt8(count >> 8)]
            stream += [UInt8(~count & 0xFF), UInt8(~count >> 8)]
            stream += block
        } while !rest.isEmpty
        return stream + bigEndian(Int(adler32(bytes)))
    }

    private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let named = Array(type.utf8) + data
        return bigEndian(data.count) + named + bigEndian(Int(crc32(named)))
    }

    private func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// The checksum of a zlib stream (RFC 1950 §9).
    private func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return b << 16 | a
    }

    /// The checksum of a chunk (RFC 2083 §3.4).
    private func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = .max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~crc
    }
}
