import MediaAPI
import TestBasics
import Testing

@testable import Media

struct WebPReaderTests {
    @Test(arguments: [false, true])
    func `a plain picture stays as it is`(isLossless: Bool) throws {
        let sample = WebPSample(width: 300, height: 7, isLossless: isLossless)
        #expect(try strip(sample.bytes) == sample.bytes)
        let plan = try plan(sample.bytes)
        #expect(plan.type == .webp)
        #expect(try plan.size == ImageSize(width: 300, height: 7))
    }

    @Test(arguments: UInt16(0)...9)
    func `metadata is dropped, and the orientation kept when it turns the picture`(
        orientation: UInt16
    ) throws {
        let sample = WebPSample.secretive(orientation: orientation)
        #expect(betrays(sample.bytes))
        let kept = (2...8).contains(orientation) ? UInt8(orientation) : 1
        let block = kept == 1 ? [] : WebPSample.chunk("EXIF", minimalEXIF(kept))
        let head = WebPSample.extended(kept == 1 ? 0x20 : 0x28, 16, 24)
        let expected = WebPSample.file(head + WebPSample.profile + sample.image + block)
        #expect(try strip(sample.bytes) == expected)
        #expect(try plan(sample.bytes).orientation == kept)
        #expect(try plan(expected).orientation == kept)
    }

    @Test func `of a profile the colours alone are kept`() throws {
        let uploaded = ICCSample().bytes
        let written = try #require(ICCProfile(uploaded)).bytes
        let sample = WebPSample(flags: 0x20, before: [WebPSample.chunk("ICCP", uploaded)])
        let stripped = try strip(sample.bytes)
        let stored = WebPSample(flags: 0x20, before: [WebPSample.chunk("ICCP", written)])
        #expect(stripped == stored.bytes)
        #expect(betraysDisplay(sample.bytes) && !betraysDisplay(stripped))
    }

    @Test(
        arguments: [
            ("words", Array("colours".utf8)), ("nothing", []),
            ("4 MB", ICCSample.tables(4_000_000)),
        ] as [(String, [UInt8])]
    )
    func `what is no profile is dropped, with its flag`(what: String, bytes: [UInt8]) throws {
        let sample = WebPSample(flags: 0x20, before: [WebPSample.chunk("ICCP", bytes)])
        #expect(try strip(sample.bytes) == WebPSample(flags: 0).bytes, "\(what)")
    }

    @Test func `a camera's Adobe RGB that is in EXIF alone becomes a profile`() throws {
        let exif = EXIFSample(colourSpace: 65_535, index: "R03").bytes
        let sample = WebPSample(flags: 0x08, after: [WebPSample.chunk("EXIF", exif)])
        let stored = WebPSample(flags: 0x20, before: [WebPSample.profile])
        #expect(try strip(sample.bytes) == stored.bytes)
        let profiled = WebPSample(
            flags: 0x28,
            before: [WebPSample.chunk("ICCP", ICCSample().bytes)],
            after: [WebPSample.chunk("EXIF", exif)]
        )
        let written = try #require(ICCProfile(ICCSample().bytes)).bytes
        let kept = WebPSample(flags: 0x20, before: [WebPSample.chunk("ICCP", written)])
        #expect(try strip(profiled.bytes) == kept.bytes)
    }

    @Test func `transparency is kept, and flags of missing chunks are not`() throws {
        let alpha = WebPSample.chunk("ALPH", [0, 1, 2])
        let sample = WebPSample(flags: 0xFF & ~0x02, before: [alpha])
        let expected = WebPSample.file(WebPSample.extended(0x10, 16, 24) + alpha + sample.image)
        #expect(try strip(sample.bytes) == expected)
    }

    @Test func `an animation is kept, without the unknown chunks in its frames`() throws {
        let control = WebPSample.chunk("ANIM", [0, 0, 0, 0, 0, 0])
        let head = WebPSample.extended(0x02, 16, 24)
        let image = WebPSample.lossy(8, 8)
        let secret = WebPSample.chunk("SECR", Array("GPSSECRET".utf8))
        let clean = WebPSample.frame(8, 8, image)
        let dirty = WebPSample.frame(8, 8, image + secret)
        let stripped = try strip(WebPSample.file(head + control + clean + dirty))
        #expect(stripped == WebPSample.file(head + control + clean + clean))
    }

    @Test(arguments: [
        ("a frame beyond the edge", WebPSample.frame(17, 24, WebPSample.lossy(17, 24))),
        ("a frame of another size", WebPSample.frame(8, 8, WebPSample.lossy(8, 9))),
        ("a frame without an image", WebPSample.frame(8, 8, WebPSample.chunk("ALPH", [1]))),
        ("no frame", WebPSample.chunk("ANIM", [0, 0, 0, 0, 0, 0])),
        ("an image that does not move", WebPSample.lossy(16, 24)),
    ])
    func `a malformed animation is refused`(what: String, rest: [UInt8]) {
        let bytes = WebPSample.file(WebPSample.extended(0x02, 16, 24) + rest)
        #expect(refusal(bytes) == .damaged, "\(what)")
    }

    @Test(
        arguments: [
            ("nothing", []),
            ("no image", WebPSample.extended(0, 16, 24)),
            (
                "another size than promised",
                WebPSample.extended(0, 16, 24) + WebPSample.lossy(16, 23)
            ),
            ("two images", WebPSample.lossy(16, 24) + WebPSample.lossy(16, 24)),
            ("an unknown beginning", WebPSample.profile + WebPSample.lossy(16, 24)),
            ("a late header", WebPSample.lossy(16, 24) + WebPSample.extended(0, 16, 24)),
            ("no width", WebPSample.lossy(0, 24)),
            ("no height", WebPSample.lossy(16, 0)),
            (
                "frames that do not move",
                WebPSample.extended(0, 8, 8) + WebPSample.lossy(8, 8)
                    + WebPSample.frame(8, 8, WebPSample.lossy(8, 8))
            ),
        ] as [(String, [UInt8])]
    )
    func `a malformed picture is refused`(what: String, chunks: [UInt8]) {
        #expect(refusal(WebPSample.file(chunks)) == .damaged, "\(what)")
    }

    @Test(arguments: [(0, 0x01), (3, 0x00), (4, 0x00)])
    func `invalid image data is refused`(index: Int, byte: UInt8) {
        var bytes = WebPSample().bytes
        bytes[20 + index] = byte
        #expect(refusal(bytes) == .damaged)
    }

    @Test func `a picture truncated anywhere is refused`() {
        let bytes = WebPSample(
            flags: 0x20,
            before: [WebPSample.profile],
            after: WebPSample.dropped
        ).bytes
        for count in 0..<bytes.count {
            let expected: MediaError = count < 12 ? .unsupportedType : .damaged
            #expect(refusal(Array(bytes.prefix(count))) == expected, "cut after \(count)")
        }
    }
}
