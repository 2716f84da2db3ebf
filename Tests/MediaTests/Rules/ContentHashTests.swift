import Testing

@testable import Media

struct ContentHashTests {
    @Test func `a hash is parsed as written, in either case`() {
        let text = sha256([])
        #expect(text == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(ContentHash(text)?.text == text)
        #expect(ContentHash(text.uppercased())?.text == text)
    }

    @Test(arguments: [
        "", "e3", String(repeating: "0", count: 63), String(repeating: "g", count: 64),
    ])
    func `anything else is refused`(text: String) {
        #expect(ContentHash(text) == nil)
    }
}
