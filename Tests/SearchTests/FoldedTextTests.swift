import Testing

@testable import Search

/// The form in which searches compare texts (2.8-search).
struct FoldedTextTests {
    private func folded(_ text: String) -> [Unicode.Scalar] {
        Array(FoldedText(text).text.unicodeScalars)
    }

    @Test(
        arguments: [
            ("", ""), ("Run 5.5 km!", "run 5.5 km!"), ("AZ[az{@", "az[az{@"), ("ÄÖÜ", "aou"),
            ("ß", "ss"), ("ẞ", "ss"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("ς", "σ"), ("ı", "i"), ("İ", "i"),
            ("I", "i"), ("ﬁ", "fi"), ("ﬀ", "ff"), ("ŉ", "ʼn"), ("ǆ", "dz"), ("Ǆ", "dz"),
            ("Øø", "oo"), ("Łł", "ll"), ("Đđ", "dd"), ("Ææ", "aeae"), ("Œœ", "oeoe"),
            ("ǿ", "o"), ("ǽ", "ae"), ("Å", "a"), ("K", "k"), ("ПРОБЕГ й", "пробег и"),
            ("Ａｂ１", "ab1"), ("①½", "11⁄2"), ("㎞", "km"), ("ﾊﾟ", "パ"), ("か\u{3099}", "が"),
            ("가", "가"), ("\u{1100}\u{1161}", "가"), ("ᾳ", "α"), ("Ꭰ", "ꭰ"), ("ð þ ŧ ħ", "ð þ ŧ ħ"),
            ("a\u{200D}b\u{AD}c\u{FE0F}", "abc"), ("\0", "\0"), ("𝒳", "x"),
        ]
    )
    func `a text has one form`(text: String, form: String) {
        #expect(folded(text) == Array(form.unicodeScalars))
    }

    @Test func `the marks from U+0300 to U+036F are left out, and no others`() {
        for value in UInt32(0x300)...0x36F {
            let mark = String(Unicode.Scalar(value)!)
            #expect(FoldedText("a" + mark).text == "a")
        }
        for text in ["a\u{2FF}", "a\u{371}", "a\u{483}", "कि", "ที่", "ば", "ب\u{64E}"] {
            #expect(folded(text) == Array(text.unicodeScalars))
        }
        #expect(FoldedText("की").text != FoldedText("का").text)
        #expect(FoldedText("มา").text != FoldedText("ม้า").text)
        #expect(FoldedText("は").text != FoldedText("ば").text)
    }

    @Test func `folding again changes no character of Unicode`() {
        for value in UInt32(0)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let once = folded(String(scalar))
            let text = String(String.UnicodeScalarView(once))
            if folded(text) != once { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test func `upper and lower case of a letter have one form`() {
        for value in UInt32(0)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.changesWhenCaseMapped else {
                continue
            }
            // The iota below a vowel is a mark, but in upper case a letter.
            if (0x1F80...0x1FFC).contains(value) || value == 0x345 { continue }
            let properties = scalar.properties
            let forms = [String(scalar), properties.lowercaseMapping, properties.uppercaseMapping]
            if Set(forms.map(folded)).count > 1 { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test func `a long text takes no longer than its length`() {
        // The greatest expansion: 18 characters for one.
        #expect(FoldedText(String(repeating: "\u{FDFA}", count: 2_000)).text.utf8.count == 66_000)
        let max = FoldedText.charactersMax
        for count in [max, max + 1] {
            #expect(FoldedText(String(repeating: "x", count: count)).text.utf8.count == max)
        }
        // Marks that are put in order before they are left out.
        let marks = String(repeating: "\u{301}\u{323}", count: 1_000)
        #expect(FoldedText(marks).text.isEmpty)
    }
}
