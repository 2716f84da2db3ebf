import RPC
import Testing

/// The keys that identify writes (2.14-write-id).
struct IdempotencyKeyTests {
    @Test(arguments: ["k", " ", "~", "a b", String(repeating: "x", count: 255)])
    func `a key has 1 to 255 printable ASCII characters`(text: String) {
        #expect(IdempotencyKey.isValid(text))
    }

    @Test(arguments: [
        "", String(repeating: "x", count: 256), "\u{1F}", "\u{7F}", "a\u{0}", "a\nb", "é", "🗝",
        // 255 bytes, and fewer characters.
        "x" + String(repeating: "é", count: 127),
    ])
    func `anything else is not a key`(text: String) {
        #expect(!IdempotencyKey.isValid(text))
    }
}
