import Crypto

/// The SHA-256 of some bytes: the name under which they are stored.
struct ContentHash: Hashable, Sendable {
    /// 32 bytes.
    let bytes: [UInt8]

    init(_ digest: SHA256.Digest) {
        bytes = Array(digest)
    }

    /// Takes bytes read from the database.
    init(stored bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses 64 hexadecimal digits; returns `nil` for any other text.
    init?(_ text: String) {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: 64, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        self.bytes = bytes
    }

    /// Its first 8 bytes as a number, used as an advisory lock.
    var lockNumber: Int64 {
        bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }

    /// 64 hexadecimal digits in lower case.
    var text: String {
        String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
            for (index, byte) in bytes.enumerated() {
                text[2 * index] = Self.digit(byte >> 4)
                text[2 * index + 1] = Self.digit(byte & 15)
            }
            return 2 * bytes.count
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
