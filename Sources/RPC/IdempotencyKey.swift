/// What names a write, so that its repetition is recognised (2.14-write-id).
public enum IdempotencyKey {
    /// The longest, in bytes.
    public static let bytesMax = 255

    /// Whether a text is one: 1 to 255 of the visible characters of ASCII and blanks, each of which
    /// is one byte in a header, on the wire and in a row.
    public static func isValid(_ text: String) -> Bool {
        (1...bytesMax).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
