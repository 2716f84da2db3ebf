import ChallengesAPI
import ChallengesTestKit
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore

/// What a search asks the database for (2.8-search).
struct SearchWordsTests {
    @Test(
        arguments: [
            ("plank", "'plank':*"), ("push-ups", "'push':* & 'ups':*"), ("Über", "'uber':*"),
            ("a'':*|b\\", "'a':* & 'b':*"), ("走る", "'走る'"), ("Ⅷ", "'viii':*"),
            ("cafe\u{301}", "'cafe':*"), ("Straße", "'strasse':*"), ("a–b", "'a':* & 'b':*"),
        ]
    )
    func `words are folded`(text: String, query: String) throws {
        #expect(try SearchWords(text).folded == query)
    }

    @Test(
        arguments: [
            ("plank", "'plank':*"), ("a b", "'a':* & 'b':*"), ("  a\t\nb ", "'a':* & 'b':*"),
            ("push-ups", "'push':* & 'ups':*"), ("5.5km", "'5':* & '5km':*"),
            ("don't", "'don':* & 't':*"), ("a'':*|b\\", "'a':* & 'b':*"),
            ("!a & (b | c):*", "'a':* & 'b':* & 'c':*"), ("a\0b", "'a':* & 'b':*"),
            ("Über", "'Über':*"), ("a – b", "'a':* & 'b':*"), ("a–b", "'a–b':*"),
            ("走る", "'走る':*"), ("Ⅷ", "'Ⅷ':*"), ("cafe\u{301}", "'cafe\u{301}':*"),
            ("run 🏃", "'run':*"), ("a\u{2003}b", "'a':* & 'b':*"), ("_a_", "'a':*"),
        ]
    )
    func `rows of the previous release are asked for the beginnings of words, quoted`(
        text: String,
        query: String
    ) throws {
        #expect(try SearchWords(text).query.utf8.elementsEqual(query.utf8))
    }

    @Test func `a row stores the words of all texts, each once`() {
        #expect(SearchWords.stored(in: "Sea", "", "The SEA, deep") == ["sea", "the", "deep"])
        #expect(SearchWords.stored(in: "東", "京") == ["東", "京"])
        #expect(SearchWords.stored(in: "", "") == [])
    }

    @Test(arguments: [" ", "-", "'", "\\", "🏃", "…", "\0", "\u{301}", "& | !"])
    func `marks alone are no words`(text: String) throws {
        let words = try SearchWords(text)
        #expect(words.isEmpty)
        #expect(words.query == "" && words.folded == "")
        #expect(try !SearchWords("a \(text)").isEmpty)
    }

    @Test(arguments: [(0, false), (1, true), (80, true), (81, false), (60_000, false)])
    func `a search has 1 to 80 characters`(count: Int, isAllowed: Bool) {
        for character in ["x", "ä", "𝒳"] {
            let text = String(repeating: character, count: count)
            #expect(((try? SearchWords(text)) != nil) == isAllowed)
        }
    }
}
