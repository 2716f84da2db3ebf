import Testing
import Values

struct OneLineTests {
    @Test(arguments: [
        ("", ""), ("wire.unknown_call", "wire.unknown_call"), ("Zoë – 日本 👩‍👩‍👧", "Zoë – 日本 👩‍👩‍👧"),
        ("a\nb\r\u{0}c", "a b  c"), ("\u{1B}[31m", " [31m"), ("\u{7F}\u{85}\u{9B}", "   "),
        ("\u{2028}\u{2029}", "  "), ("\u{202E}abc\u{2066}", " abc "),
    ])
    func `what breaks a line becomes a space, and nothing else changes`(
        text: String,
        line: String
    ) {
        #expect(text.onOneLine == line)
        #expect(text.isOneLine == (text == line))
        #expect(line.isOneLine)
    }
}
