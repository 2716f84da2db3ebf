import Testing
import Values

@Suite struct BoundedTextTests {
    @Test func `a text is measured in bytes`() {
        #expect(BoundedText("", atMost: 0)?.text == "")
        #expect(BoundedText("é", atMost: 2)?.text == "é")
        #expect(BoundedText("é", atMost: 1) == nil)
        #expect(BoundedText("e\u{301}", atMost: 2) == nil)
    }

    @Test(arguments: [
        ("  a b\t\n", "a b"), ("\u{A0}\u{3000}a\u{200B}", "a"), ("a", "a"), (" ", ""), ("", ""),
        (" \u{301}", "\u{301}"), ("\r\na\r\n", "a"), ("\u{FEFF}a", "\u{FEFF}a"),
    ])
    func `white space around a text does not count`(text: String, kept: String) {
        let trimmed = BoundedText(trimming: text, atMost: kept.utf8.count)
        #expect(trimmed.map { Array($0.text.utf8) } == Array(kept.utf8))
        #expect(BoundedText(trimming: text, atMost: kept.utf8.count - 1) == nil)
    }

    @Test func `texts are the same where their bytes are`() {
        #expect(BoundedText("é", atMost: 9) == BoundedText("é", atMost: 2))
        #expect(BoundedText("é", atMost: 9) != BoundedText("e\u{301}", atMost: 9))
        #expect(Set(["é", "e\u{301}", "é"].map { BoundedText($0, atMost: 9) }).count == 2)
    }

    @Test func `lower case is Unicode's`() {
        #expect(BoundedText("ÄbC", atMost: 9)?.lowercased == "äbc")
    }

    @Test func `what is handed over is counted, and what is too long is not`() {
        let work = TextWork()
        TextWork.$counter.withValue(work) {
            let marks = "e" + String(repeating: "\u{301}\u{316}", count: 14_500)
            #expect(BoundedText(marks, atMost: 254) == nil)
            #expect(BoundedText(trimming: " \(marks) ", atMost: 254) == nil)
            #expect(work.total == 0)
            _ = BoundedText("abc", atMost: 3)?.lowercased
            _ = BoundedText(trimming: " ab ", atMost: 3)
            _ = BoundedText("a", atMost: 3).hashValue
        }
        #expect(work.total == 6)
        #expect(work.largest == 3)
        #expect(TextWork.counter == nil)
    }
}
