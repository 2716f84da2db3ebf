/// A picture made on the spot: a sunrise of 96 × 64 pixels, as PNG (RFC 2083).
enum ProofPhoto {
    private static let width = 96
    private static let height = 64

    static func png() -> [UInt8] {
        var header = bigEndian(width) + bigEndian(height)
        header += [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", header) + chunk("IDAT", stored(pixels())) + chunk("IEND", [])
    }

    /// Rows of red, green and blue, each with the filter byte 0 before it.
    private static func pixels() -> [UInt8] {
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width {
                let (dx, dy) = (x - width / 2, y - height * 3 / 4)
                let isSun = dx * dx + dy * dy < 18 * 18 && y < height * 3 / 4
                let isGround = y >= height * 3 / 4
                if isSun {
                    rows += [255, 214, 90]
                } else if isGround {
                    rows += [40, UInt8(70 + y % 4 * 8), 52]
                } else {
                    rows += [UInt8(60 + y * 3), UInt8(80 + y), 150]
                }
            }
        }
        return rows
    }

    /// A zlib stream (RFC 1950) of stored blocks (RFC 1951 §3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
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
        return stream + bigEndian(adler32(bytes))
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let named = Array(type.utf8) + data
        return bigEndian(data.count) + named + bigEndian(Int(crc32(named)))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func adler32(_ bytes: [UInt8]) -> Int {
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return b << 16 | a
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = .max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~crc
    }
}
