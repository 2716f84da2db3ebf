/// A chunk of a PNG file.
public struct PNGChunk: Sendable {
    /// The length, the type, the payload and the checksum.
    public let bytes: [UInt8]

    public init(_ type: String, _ payload: [UInt8]) {
        let checked = Array(type.utf8) + payload
        bytes = Self.number(UInt32(payload.count)) + checked + Self.number(Self.check(checked))
    }

    /// Four bytes, as PNG writes numbers.
    public static func number(_ value: UInt32) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    /// The CRC as in the specification's sample code, bit by bit.
    private static func check(_ bytes: [UInt8]) -> UInt32 {
        var state: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            state ^= UInt32(byte)
            for _ in 0..<8 { state = state & 1 == 1 ? state >> 1 ^ 0xEDB8_8320 : state >> 1 }
        }
        return ~state
    }
}
