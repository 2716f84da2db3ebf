/// Pictures of one pixel, each number another one (PNG, RFC 2083).
enum Picture {
    static func png(_ number: UInt32 = 0) -> [UInt8] {
        let size: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1]
        // Red, green, blue and opacity of eight bits each, behind the row's filter.
        let row: [UInt8] = [0] + bytes(number)
        let count = UInt8(row.count)
        // One stored block (RFC 1951 §3.2.4) of a zlib stream (RFC 1950).
        let stream = [0x78, 0x01, 1, count, 0, ~count, 0xFF] + row + bytes(adler32(row))
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", size + [8, 6, 0, 0, 0]) + chunk("IDAT", stream) + chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let named = Array(type.utf8) + data
        return bytes(UInt32(data.count)) + named + bytes(crc32(named))
    }

    /// Big-endian.
    private static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
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
