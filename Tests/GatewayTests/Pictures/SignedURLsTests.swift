import Crypto
import Identifiers
import Testing
import Values
import Wire

@testable import Gateway

/// Signed URLs of pictures.
@Suite struct SignedURLsTests {
    private let key = SymmetricKey(size: .bits256)
    private let picture = MediaReference(MediaID())

    private func links(at seconds: Int64, keys: [SymmetricKey]? = nil) -> SignedURLs {
        SignedURLs(keys: keys ?? [key], publicURL: "https://play.example.org") {
            Instant(microseconds: seconds * 1_000_000 + 999_999)
        }
    }

    private struct Parts {
        let end: String
        let signature: String
    }

    /// Returns the values of `e` and `s`.
    private func parts(of url: String) throws -> Parts {
        let query = try #require(url.split(separator: "?").last).split(separator: "&")
        try #require(query.count == 2 && query[0].hasPrefix("e=") && query[1].hasPrefix("s="))
        return Parts(end: String(query[0].dropFirst(2)), signature: String(query[1].dropFirst(2)))
    }

    private func left(_ url: String, at seconds: Int64, keys: [SymmetricKey]? = nil) throws -> Int64
    {
        let parts = try parts(of: url)
        let links = links(at: seconds, keys: keys)
        guard
            let link = SignedURL(picture, end: parts.end, signature: parts.signature),
            links.isSigned(link), let left = links.secondsLeft(until: link.end)
        else { throw GatewayError.notFound }
        return left
    }

    @Test(
        arguments: [
            (6_000, 6_600), (6_001, 7_200), (6_599, 7_200), (6_600, 7_200), (6_601, 7_800),
        ] as [(Int64, Int64)]
    )
    func `a URL expires ten minutes after the next step`(now: Int64, end: Int64) throws {
        let url = links(at: now).url(of: picture)
        #expect(
            url.hasPrefix(
                "https://play.example.org/v1/media/\(picture.media)/original?e=\(end)&s="
            )
        )
        #expect(try left(url, at: now) == end - now)
        #expect(try left(url, at: end - 1) == 1)
        #expect(throws: GatewayError.notFound) { try left(url, at: end) }
    }

    @Test func `the URL stays the same for a while`() {
        #expect(links(at: 6_001).url(of: picture) == links(at: 6_600).url(of: picture))
        #expect(links(at: 6_600).url(of: picture) != links(at: 6_601).url(of: picture))
    }

    @Test(
        arguments: [
            (6_000, 6_000, 6_600), (6_000, 7_199, 6_600), (6_001, 6_600, 7_200),
            (6_001, 90_000, 7_200), (0, 6_000, 600), (7_000, 6_000, 6_600),
        ] as [(Int64, Int64, Int64)]
    )
    func
        `a repeated reply's URL expires when the first one's did, and never later than a new one's`(
            first: Int64,
            now: Int64,
            end: Int64
        )
    {
        let links = links(at: now)
        let moment = Instant(microseconds: first * 1_000_000)
        let url = links.url(of: picture, since: moment)
        #expect(url == self.links(at: end - 600).url(of: picture))
        #expect(url.contains("?e=\(end)&s="))
        // A new reply is not affected.
        #expect(links.url(of: picture) == self.links(at: now).url(of: picture))
    }

    @Test(
        arguments: [
            (nil, "/v1/media/"), ("", "/v1/media/"), ("http://a/", "http://a/v1/media/"),
            ("http://a", "http://a/v1/media/"),
        ] as [(String?, String)]
    )
    func `URLs begin with the public URL`(publicURL: String?, beginning: String) {
        let links = SignedURLs(keys: [key], publicURL: publicURL) { .now() }
        #expect(links.url(of: picture).hasPrefix(beginning + picture.media.description))
    }

    @Test func `no part of a URL can be changed`() throws {
        let now: Int64 = 6_000
        let links = links(at: now)
        let parts = try parts(of: links.url(of: picture))
        func refused(
            _ reference: MediaReference,
            _ end: String,
            _ signature: String,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            let link = SignedURL(reference, end: end, signature: signature)
            #expect(link.map(links.isSigned) != true, sourceLocation: sourceLocation)
        }
        refused(MediaReference(MediaID()), parts.end, parts.signature)
        refused(MediaReference(picture.media, variant: "thumbnail"), parts.end, parts.signature)
        for end in ["7200", "6601", "06600", "+6600", "6600 ", "", "x"] {
            refused(picture, end, parts.signature)
        }
        refused(picture, parts.end, "")
        refused(picture, parts.end, parts.signature + "A")
        refused(picture, parts.end, parts.signature + "=")
        for index in 0..<parts.signature.count {
            var characters = Array(parts.signature)
            characters[index] = characters[index] == "A" ? "B" : "A"
            refused(picture, parts.end, String(characters))
        }
    }

    @Test func `keys rotate: the first signs, both are accepted`() throws {
        let fresh = SymmetricKey(size: .bits256)
        let old = links(at: 6_000).url(of: picture)
        let new = links(at: 6_000, keys: [fresh, key]).url(of: picture)
        #expect(old != new)
        #expect(try left(old, at: 6_000, keys: [fresh, key]) == 600)
        #expect(try left(new, at: 6_000, keys: [fresh, key]) == 600)
        #expect(throws: GatewayError.notFound) { try left(new, at: 6_000) }
        #expect(throws: GatewayError.notFound) { try left(old, at: 6_000, keys: [fresh]) }
    }
}
