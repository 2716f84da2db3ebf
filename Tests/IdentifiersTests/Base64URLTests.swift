import Testing
import Values

struct Base64URLTests {
    @Test(
        arguments: [
            ([], ""), ([0x66], "Zg"), ([0x66, 0x6F], "Zm8"), ([0x66, 0x6F, 0x6F], "Zm9v"),
            ([0xFB, 0xFF, 0xBF], "-_-_"),
        ] as [([UInt8], String)]
    )
    func `bytes become text and come back`(bytes: [UInt8], text: String) {
        #expect(Base64URL.encode(bytes) == text)
        #expect(Base64URL.decode(text) == bytes)
    }

    @Test func `bytes of every length and value come back`() {
        for count in 0...64 {
            for first in stride(from: 0, through: 255, by: 5) {
                let bytes = (0..<count).map { UInt8(truncatingIfNeeded: first + 37 * $0) }
                let text = Base64URL.encode(bytes)
                #expect(text.utf8.count == (count * 4 + 2) / 3)
                #expect(Base64URL.decode(text) == bytes)
                #expect(Base64URL.decode(text.dropFirst(0)) == bytes)
            }
        }
    }

    @Test(arguments: ["Z", "Zg==", "Zh", "Zm9", "Zm9vYg=", "ZgZ\u{0}", "+/+/", "Zm9v\n", " ", "Zé"])
    func `one value has one text`(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }
}
