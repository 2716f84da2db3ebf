import ChallengesAPI
import ChallengesTestKit
import Testing

@testable import Challenges
@testable import ChallengesCore

/// Texts of maximum length, and one character longer.
struct TextsTests {
    private let limit = CreateChallenge.descriptionLimit

    @Test(arguments: ["x", "10 push-ups", String(repeating: "ä", count: 80), " x "])
    func `a name of 1 to 80 characters is kept as given`(text: String) throws {
        #expect(try ChallengeName(text).text == text)
    }

    @Test(arguments: [
        "", " ", "\u{3000}\t\n", "\u{200B}", "a\0b", String(repeating: "x", count: 81),
    ])
    func `other names are refused`(text: String) {
        #expect(throws: ChallengesError.nameInvalid) { try ChallengeName(text) }
    }

    @Test(arguments: [
        "a\nb", "a\r\nb", "a\tb", "\u{1B}[31mred", "a\u{7F}", "a\u{85}b", "a\u{9F}",
        "a\u{2028}b", "a\u{2029}b", "\nname", "name\n",
        "a\u{202A}b", "a\u{202E}b", "\u{2066}a", "a\u{2069}",
    ])
    func `a name is one line without control characters`(text: String) {
        #expect(throws: ChallengesError.nameInvalid) { try ChallengeName(text) }
    }

    @Test(arguments: [
        "a\u{A0}b", "a\u{2027}b", "a\u{202F}b", "👨‍👩‍👧", "عربي", "a\u{20}b", "~", "\u{A1}",
    ])
    func `characters next to the control characters are allowed`(text: String) throws {
        #expect(try ChallengeName(text).text == text)
    }

    @Test func `reasons, descriptions and notes have any number of lines`() throws {
        let lines = "One.\r\n\tTwo.\u{2028}Three."
        #expect(try Reason(lines).text == lines)
        #expect(try Prose(lines, limit, orThrow: .noteInvalid).text == lines)
    }

    @Test func `characters are Unicode scalars`() throws {
        // One character in Swift, seven scalars in the database.
        let family = "👨‍👩‍👧‍👦"
        #expect(family.count == 1)
        #expect(family.unicodeScalars.count == 7)
        _ = try ChallengeName(String(repeating: family, count: 11))
        #expect(throws: ChallengesError.nameInvalid) {
            try ChallengeName(String(repeating: family, count: 12))
        }
    }

    @Test(arguments: [(1, true), (500, true), (501, false), (0, false)])
    func `a reason has 1 to 500 characters`(count: Int, isAllowed: Bool) {
        let text = String(repeating: "x", count: count)
        #expect((try? Reason(text))?.text == (isAllowed ? text : nil))
    }

    @Test(arguments: ["  ", "\0", "why\0"])
    func `a reason is neither blank nor NUL`(text: String) {
        #expect(throws: ChallengesError.reasonInvalid) { try Reason(text) }
    }

    @Test(arguments: [(0, true), (2_000, true), (2_001, false)])
    func `a description and a note have up to 2,000 characters`(count: Int, isAllowed: Bool) {
        let text = String(repeating: "x", count: count)
        #expect((try? Prose(text, limit, orThrow: .noteInvalid))?.text == (isAllowed ? text : nil))
    }

    @Test func `prose names its own refusal`() {
        #expect(throws: ChallengesError.noteInvalid) {
            try Prose("\0", limit, orThrow: .noteInvalid)
        }
        #expect(throws: ChallengesError.descriptionInvalid) {
            try Prose("\0", limit, orThrow: .descriptionInvalid)
        }
    }
}
