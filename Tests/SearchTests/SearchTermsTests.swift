import Testing

@testable import Search

/// What rows store of a text, and what searches ask for (2.8-search).
struct SearchTermsTests {
    @Test(
        arguments: [
            ("", []), ("Run a Mile", ["run", "a", "mile"]), ("a A á", ["a"]),
            ("push-ups", ["push", "ups"]), ("5.5km", ["5", "5km"]), ("don't", ["don", "t"]),
            ("don’t", ["don", "t"]), ("a–b…c", ["a", "b", "c"]),
            ("a\u{2003}b\tc\nd", ["a", "b", "c", "d"]), ("_a_", ["a"]),
            ("a@b.example", ["a", "b", "example"]), ("! & | 🏃 \0 '\\", []),
            ("run🏃fast", ["run", "fast"]), ("\u{3099}", []), ("हिन्दी दौड़", ["हिन्दी", "दौड\u{93C}"]),
            ("走", ["走"]), ("走る", ["走る", "る"]), ("東京湾", ["東京", "京湾", "湾"]),
            ("東京 湾", ["東京", "京", "湾"]), ("東・京", ["東", "京"]),
            ("iPhone用5km走", ["iphone", "用", "5km", "走"]),
            ("달리기", ["달리", "리기", "기"]), ("วิ่ง", ["วิ", "ิ่", "่ง", "ง"]), ("佐々木", ["佐々", "々木", "木"]),
            ("ラーメン", ["ラー", "ーメ", "メン", "ン"]), ("½", ["1", "2"]), ("฿5", ["5"]), ("5️⃣", ["5"]),
        ] as [(String, [String])]
    )
    func `a row stores words, and pairs where no spaces are written`(text: String, words: [String])
    {
        #expect(FoldedText(text).words == words)
    }

    @Test(
        arguments: [
            ("", ""), ("Plank", "'plank':*"), ("a  b", "'a':* & 'b':*"), ("a a", "'a':*"),
            ("a'':*|b\\", "'a':* & 'b':*"), ("!a & (b | c):*", "'a':* & 'b':* & 'c':*"),
            ("走", "'走':*"), ("走る", "'走る'"), ("マラソン", "'マラ' & 'ラソ' & 'ソン'"),
            ("Straße 東京湾", "'strasse':* & '東京' & '京湾'"), ("🏃 …", ""), ("a\0b", "'a':* & 'b':*"),
        ]
    )
    func `a search asks for beginnings of words, and for pairs`(text: String, query: String) {
        #expect(FoldedText(text).query == query)
    }

    @Test(
        arguments: [
            ("太郎", true, ["太郎", "郎"]), ("山田 太郎", true, ["山田", "田", "太郎", "郎"]),
            ("Taro 太郎", false, ["太郎", "郎"]), ("Taro", false, []), ("", false, []), ("!", false, []),
        ] as [(String, Bool, [String])]
    )
    func `pairs are told from other words`(text: String, isUnspaced: Bool, pairs: [String]) {
        #expect(FoldedText(text).isUnspaced == isUnspaced)
        #expect(FoldedText(text).pairs == pairs)
    }

    @Test func `words, rows and searches have a maximum`() {
        let long = String(repeating: "x", count: FoldedText.wordMax)
        for text in [long, long + "x", long + "yz"] {
            #expect(FoldedText(text).words == [long])
            #expect(FoldedText(text).query == "'\(long)':*")
        }
        let han = (0x4E00..<0x4E00 + 5_000).compactMap(Unicode.Scalar.init).map { String($0) }
        #expect(FoldedText(han.joined()).words.count == FoldedText.wordsMax)
        #expect(FoldedText(han.joined()).words.last == han[3_999] + han[4_000])
        let numbers = (0..<1_000).map(String.init).joined(separator: " ")
        #expect(FoldedText(numbers).words.count == 1_000)
        let query = FoldedText(numbers).query
        #expect(query.split(separator: " & ").count == FoldedText.termsMax)
        #expect(query.hasSuffix("'99':*"))
        let few = (0..<FoldedText.termsMax).map(String.init).joined(separator: " ")
        #expect(FoldedText(few).query == query)
    }
}
