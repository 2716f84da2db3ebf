/// Base64 with the URL-safe alphabet and without padding (RFC 4648 §5).
public enum Base64URL {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )
    /// The number that each byte of a text stands for; `none` for bytes outside the alphabet.
    private static let numbers = alphabet.enumerated().reduce(
        into: [UInt8](repeating: none, count: 256)
    ) { numbers, letter in
        numbers[Int(letter.element)] = UInt8(letter.offset)
    }
    private static let none: UInt8 = 0xFF

    /// Encodes bytes.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        // Copied first: what follows is compiled for arrays, not for every sequence.
        encode(all: Array(bytes))
    }

    private static func encode(all bytes: [UInt8]) -> String {
        let alphabet = alphabet
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(alphabet[Int(bits >> UInt32(count) & 0x3F)])
            }
        }
        if count > 0 { text.append(alphabet[Int(bits << UInt32(6 - count) & 0x3F)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a text. Returns nil unless the text is exactly what `encode` would return, so that
    /// each value has a single text.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(all: Array(text.utf8))
    }

    private static func decode(all text: [UInt8]) -> [UInt8]? {
        let numbers = numbers
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for letter in text {
            let number = numbers[Int(letter)]
            guard number != none else { return nil }
            bits = bits << 6 | UInt32(number)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        // What is left over is less than a letter, and zero.
        guard count < 6, bits & (1 << UInt32(count) - 1) == 0 else { return nil }
        return bytes
    }
}
