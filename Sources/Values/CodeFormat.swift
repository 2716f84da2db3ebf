/// The format of codes that people pass on: a mark that says what the code leads to, then
/// characters of lowercase base32 (RFC 4648 §6).
public struct CodeFormat: Sendable {
    /// The first byte of each code.
    public let mark: UInt8
    /// The length in bytes, the mark included.
    public let length: Int

    /// Each character has five random bits.
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    public init(mark: Unicode.Scalar, length: Int) {
        self.mark = UInt8(ascii: mark)
        self.length = length
    }

    /// Whether a text has this format; the code need not exist. The length in bytes is checked
    /// first.
    public func matches(_ text: String) -> Bool {
        text.utf8.count == length && text.utf8.first == mark
            && text.utf8.dropFirst().allSatisfy(Self.alphabet.contains)
    }

    /// Makes a new code.
    public func random(using generator: inout some RandomNumberGenerator) -> String {
        let others = (1..<length).map { _ in
            Self.alphabet[Int.random(in: Self.alphabet.indices, using: &generator)]
        }
        return String(decoding: [mark] + others, as: UTF8.self)
    }
}
