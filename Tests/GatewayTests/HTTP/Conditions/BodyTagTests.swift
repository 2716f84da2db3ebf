import NIOCore
import Testing

@testable import Gateway

/// The tags of bodies, and what becomes of them on their way through proxies.
struct BodyTagTests {
    private let body = ByteBuffer(string: "{}")
    /// The first bytes of its SHA-256.
    private let hash = "44136fa355b3678a"

    @Test func `a tag has the version, the hash and the coding`() {
        let tag = BodyTag(version: 7, of: body)
        #expect(tag.entityTag(isGzip: false).description == "\"7.\(hash)\"")
        #expect(tag.entityTag(isGzip: true).description == "\"7.\(hash).gzip\"")
        let plain = BodyTag(of: body)
        #expect(plain.entityTag(isGzip: false).description == "\"\(hash)\"")
        #expect(plain.entityTag(isGzip: true).description == "\"\(hash).gzip\"")
    }

    @Test(
        arguments: [
            ("7", 7), ("0", 0), ("9223372036854775807", Int64.max), ("7.44136fa355b3678a", 7),
            ("7.44136fa355b3678a.gzip", 7), ("7-gzip", 7), ("7-br", 7), ("7;gzip", 7),
            ("7.44136fa355b3678a-gzip", 7), ("7.44136fa355b3678a;gzip", 7),
            ("7.44136fa355b3678a-br", 7), ("7.44136fa355b3678a.gzip-br", 7),
            ("7.0000000000000000", 7),
            ("", nil), ("-1", nil), ("+7", nil), ("07", nil), ("seven", nil), (" 7", nil),
            ("9223372036854775808", nil), ("7.", nil), ("7.44136fa355b3678", nil),
            ("7.44136FA355B3678A", nil), ("7.44136fa355b3678a.br", nil), ("7.x", nil),
            ("7-gzip-gzip", nil), ("7-deflate", nil), (".44136fa355b3678a", nil),
            ("44136fa355b3678a", nil), ("-gzip", nil), (".gzip", nil),
        ] as [(String, Int64?)]
    )
    func `a version is read from what we wrote, and from nothing else`(
        text: String,
        version: Int64?
    ) {
        #expect(EntityTag(opaque: text).version == version)
        #expect(EntityTag(opaque: text, isWeak: true).version == version)
        let tag = BodyTag(version: 7, of: body)
        #expect(tag.isExpected(by: EntityTag(opaque: text)) == (version == 7))
    }

    @Test(
        arguments: [
            ("7.44136fa355b3678a", true, true), ("7.44136fa355b3678a.gzip", true, false),
            ("7.44136fa355b3678a-gzip", true, true), ("7.44136fa355b3678a;gzip", true, true),
            ("7.44136fa355b3678a-br", true, true), ("7.44136fa355b3678a.gzip-br", true, false),
            ("7", false, false), ("7-gzip", false, false), ("7.0000000000000000", false, false),
            ("8.44136fa355b3678a", false, false), ("44136fa355b3678a", false, false),
            ("", false, false),
        ]
    )
    func `a body is held by its hash, in a coding that the client accepts`(
        text: String,
        withGzip: Bool,
        without: Bool
    ) {
        let tag = BodyTag(version: 7, of: body)
        for isWeak in [false, true] {
            let held = EntityTag(opaque: text, isWeak: isWeak)
            #expect(tag.isHeld(by: held, acceptingGzip: true) == withGzip)
            #expect(tag.isHeld(by: held, acceptingGzip: false) == without)
        }
    }

    @Test func `without a version the hash is compared`() {
        let tag = BodyTag(of: body)
        #expect(tag.isExpected(by: EntityTag(opaque: hash)))
        #expect(tag.isExpected(by: EntityTag(opaque: "\(hash).gzip")))
        #expect(!tag.isExpected(by: EntityTag(opaque: "0000000000000000")))
        #expect(tag.isHeld(by: EntityTag(opaque: hash, isWeak: true), acceptingGzip: false))
    }
}
