/// Identifies a write, so that a repetition is recognised (2.14-write-id).
public enum IdempotencyKey {
    /// The maximum length in bytes.
    public static let bytesMax = 255

    /// Whether a text is a valid key: 1 to 255 visible ASCII characters and spaces, each of which
    /// is one byte in a header, on the wire and in a row.
    public static func isValid(_ text: String) -> Bool {
        (1...bytesMax).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
