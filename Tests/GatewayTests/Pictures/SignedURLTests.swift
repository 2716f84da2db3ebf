import Identifiers
import Testing
import Wire

@testable import Gateway

/// Which URLs are read and cached.
struct SignedURLTests {
    private let picture = MediaReference(MediaID())
    private let signature = String(repeating: "a-Z_0", count: 8) + "abc"
    /// As many bytes as a URL may have.
    private let marks = "e" + String(repeating: "\u{301}", count: 4_000)

    private func link(
        variant: String = "original",
        end: String = "6600",
        signature: String? = nil
    ) -> SignedURL? {
        SignedURL(
            MediaReference(picture.media, variant: variant),
            end: end,
            signature: signature ?? self.signature
        )
    }

    @Test func `a URL as the gateway writes it is read`() throws {
        let link = try #require(self.link())
        #expect(link.end == 6_600 && link.signature == signature)
        #expect(self.link(end: String(repeating: "9", count: 18)) != nil)
        #expect(self.link(variant: String(repeating: "v", count: 16)) != nil)
    }

    @Test func `nothing longer or in another form is read`() {
        for end in ["", "0", "06600", "-6600", "+6600", "6600 ", "x", "６", marks] {
            #expect(link(end: end) == nil, "\(end.prefix(9))")
        }
        #expect(link(end: String(repeating: "9", count: 19)) == nil)
        for variant in [String(repeating: "v", count: 17), "origin\u{e1}l", "a/b", "a%20", marks] {
            #expect(link(variant: variant) == nil, "\(variant.prefix(9))")
        }
        for signature in [
            "", signature + "A", String(signature.dropLast()), signature.dropLast() + "=",
            signature.dropLast(2) + "\u{e9}", marks,
        ] {
            #expect(link(signature: signature) == nil, "\(signature.prefix(9))")
        }
    }

    @Test func `its query is read as it is written`() throws {
        let written = "e=6600&s=\(signature)"
        #expect(SignedURL(picture, query: written) == link())
        for other in [
            "", "&", "e=6600", "s=\(signature)", "s=\(signature)&e=6600", written + "&x=1",
            written + "&", "&" + written, "e=6600&&s=\(signature)", "%65=6600&s=\(signature)",
            "e=6600&s=%61\(signature.dropFirst())", "e=6600&s=\(signature)&e=6600", marks,
        ] {
            #expect(SignedURL(picture, query: other) == nil, "\(other.prefix(99))")
        }
    }
}
