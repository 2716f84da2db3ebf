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

    @Test(arguments: ["Z", "Zg==", "Zh", "+/+/", "Zm9v\n", " ", "Zé"])
    func `one value has one text`(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }
}
