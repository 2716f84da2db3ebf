import Testing
import Values

/// Which language a reader gets (RFC 9110 §12.5.4).
struct LanguagesTests {
    @Test func `there are texts in English and German, and English is the rest`() {
        #expect(Languages.known == ["en", "de"])
        #expect(Languages(nil).preferred == "en")
    }

    @Test(
        arguments: [
            ("en", "en"), ("de", "de"), ("DE", "de"), ("dE-at", "de"), ("de-AT-1996", "de"),
            ("fr", "en"), ("fr, it;q=0.9", "en"), ("*", "en"), ("", "en"), (",, ,", "en"),
            // The highest weight counts, and of equal ones the first.
            ("de;q=0.5, en;q=0.4", "de"), ("de;q=0.4, en;q=0.5", "en"), ("de, en", "de"),
            ("en, de", "en"), ("en;q=0.7, de;q=0.7", "en"), ("de;q=0.700, en;q=0.7", "de"),
            ("en-US,en;q=0.9,de;q=0.8", "en"), ("de-AT;q=0.8, en;q=0.9", "en"),
            ("de-AT;q=0.8, en;q=0.7", "de"), ("fr, de;q=0.2, en;q=0.1", "de"),
            ("de;q=0.001", "de"), ("en;q=0.999, de", "de"), ("en;q=0.1, de-CH;q=0.2, de;q=0", "de"),
            // 0 is never wanted, and `*` is what no range names.
            ("de;q=0", "en"), ("en;q=0, de;q=0", "en"), ("en;q=0", "en"), ("en;q=0, *", "de"),
            ("en;q=0, de;q=0.1", "de"), ("*;q=0.5, en;q=0.4", "de"), ("*;q=0.5, en;q=0.5", "de"),
            ("en;q=0.5, *;q=0.5", "en"), ("*, de;q=0.9", "en"), ("*;q=0, de;q=0.1", "de"),
            ("*;q=0", "en"), ("en;q=0, *;q=0", "en"),
            // White space.
            (" \tde ; q=0.9\t, en ;q=0.8 ", "de"), ("de ;\tQ=1.000,en;q=0.9", "de"),
        ]
    )
    func `the preferred language is found`(header: String, language: String) {
        #expect(Languages(header).preferred == language)
    }

    @Test(
        arguments: [
            "de;q=1.001", "de;q=2", "de;q=-1", "de;q=0.1234", "de;q=.5", "de;q=", "de;q", "de;",
            "de;p=1", "de;q =1", "de;q= 1", "de;q=1;q=1", "de;q=0.5x", "de;q=1.0a", "de;q=1,0;",
            "de_AT", "de-", "-de", "de--AT", "de-abcdefghi", "abcdefghi", "d e", "d3", "1de",
            "deu", "d", "dé", "**", "*-DE", "de*", "\u{0}de", "🇩🇪",
        ]
    )
    func `a range that cannot be read is left out, and no other`(range: String) {
        let isReadable = range == "de;q=1,0;"
        #expect(Languages(range).preferred == (isReadable ? "de" : "en"))
        #expect(Languages("\(range), de;q=0.1").preferred == "de")
        #expect(Languages("en;q=0.2, de;q=0.1, \(range)").preferred == (isReadable ? "de" : "en"))
    }

    @Test func `at most 256 bytes are read, of whole ranges`() {
        func header(_ count: Int, then range: String) -> String {
            String(repeating: ",", count: count - range.utf8.count) + range
        }
        #expect(Languages(header(256, then: "de")).preferred == "de")
        #expect(Languages(header(257, then: "de")).preferred == "en")
        // Cut in two it would be another range.
        #expect(Languages(header(257, then: "de-A")).preferred == "en")
        #expect(Languages("de," + header(257, then: "en")).preferred == "de")
        #expect(Languages("de, en;q=0.5" + String(repeating: " ", count: 60_000)).preferred == "de")
        let marks = String(repeating: "\u{301}", count: 60_000)
        #expect(Languages("de" + marks).preferred == "en")
        #expect(Languages("de," + marks).preferred == "de")
    }
}
