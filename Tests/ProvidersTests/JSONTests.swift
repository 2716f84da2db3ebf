import Testing

@testable import Providers

struct JSONTests {
    @Test func `values are read with all their escapes`() {
        let json = JSON(
            #" {"a":[1,-2.5e3,true,false,null],"b":"\"\\\/\b\f\n\r\tB\u00e9\ud83d\ude80é"} "#.utf8
        )
        #expect(
            json?["a"]?.items == [
                .number("1"), .number("-2.5e3"), .bool(true), .bool(false), .null,
            ]
        )
        #expect(json?["b"]?.text == "\"\\/\u{8}\u{C}\n\r\tBé🚀é")
    }

    @Test(
        arguments: [
            "", " ", "{", "{}{}", "{} x", "[1,]", "[,1]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}",
            "{\"a\":1 \"b\":2}", "[1 2]", "tru", "nulll", "01", "-", "1.", ".5", "1e", "+1",
            "NaN", "'a'", "\"a", "\"\n\"", #""\x""#, #""\u12""#, #""\ud83d""#, #""\ud83dx""#,
            #""\ud83d\u0041""#, #""\ude80""#, #""\u+123""#, "/* */ 1", "\u{FEFF}{}",
            #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":2}"#,
        ]
    )
    func `what is not JSON, or names a member twice, is nothing`(text: String) {
        #expect(JSON(text.utf8) == nil)
    }

    @Test func `texts that Unicode calls equal are not the same`() {
        // The sign of kelvin is canonically equivalent to the letter K.
        #expect(JSON("\"\u{212A}\"".utf8) != "K")
        let names = #"{"\u212a":1,"K":2}"#
        #expect(JSON(names.utf8)?["K"] == .number("2"))
    }

    @Test func `text that is not UTF-8 is nothing`() {
        #expect(JSON([0x22, 0xC0, 0x80, 0x22]) == nil)
        #expect(JSON([0x22, 0xED, 0xA0, 0x80, 0x22]) == nil)
    }

    @Test func `lists are as deep as they may be, and no deeper`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(JSON(nested(JSON.depthMax).utf8) != nil)
        #expect(JSON(nested(JSON.depthMax + 1).utf8) == nil)
        #expect(JSON(String(repeating: "[", count: 1_000_000).utf8) == nil)
    }

    @Test(
        arguments: [
            ("1700000000", 1_700_000_000), ("1.7e9", 1_700_000_000),
            ("1700000000.9", 1_700_000_000),
            ("-0.5", -1), ("99999999999", 99_999_999_999), ("100000000000", nil), ("1e400", nil),
            ("\"1700000000\"", nil), ("true", nil),
        ] as [(String, Int64?)]
    )
    func `seconds are numbers within bounds`(text: String, seconds: Int64?) {
        #expect(JSON(text.utf8)?.seconds == seconds)
    }

    @Test(
        arguments: [
            ("\"12\"", "12"), ("12", "12"), ("-12", nil), ("1.2", nil), ("1e3", nil), ("null", nil),
            ("\"a b\"", nil), ("\"\"", nil),
        ] as [(String, String?)]
    )
    func `ids are texts or whole numbers`(text: String, id: String?) {
        #expect(JSON(text.utf8)?.id == id)
    }
}
