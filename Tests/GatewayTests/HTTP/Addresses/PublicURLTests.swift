import TestBasics
import TestKit
import Testing

@testable import Gateway

/// The gateway's public URL as an operator writes it.
@Suite struct PublicURLTests {
    @Test(arguments: [
        "https://play.example.org", "http://localhost:8080/", "https://example.org/play",
        "http://[::1]:8080",
    ])
    func `a public URL has a scheme and a host`(text: String) {
        #expect(PublicURL(text)?.text == text)
    }

    @Test(arguments: [
        "play.example.org", "https://", "https:///play", "ftp://x", "https://a b", "https://x?y=1",
        "https://x#y", "https://x\"", "https://ä", "//x", "",
    ])
    func `anything else is rejected`(text: String) {
        #expect(PublicURL(text) == nil)
    }
}
