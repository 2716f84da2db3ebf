import MediaAPI
import TestBasics
import Testing

@testable import Media

struct PNGReaderTests {
    @Test func `a plain picture stays as it is`() throws {
        let sample = PNGSample(before: PNGSample.kept)
        #expect(try strip(sample.bytes) == sample.bytes)
        let plan = try plan(PNGSample(width: 300, height: 7).bytes)
        #expect(plan.type == .png)
        #expect(try plan.size == ImageSize(width: 300, height: 7))
    }

    @Test(arguments: UInt16(0)...9)
    func `metadata is dropped, and the orientation kept when it turns the picture`(
        orientation: UInt16
    ) throws {
        let sample = PNGSample.secretive(orientation: orientation)
        #expect(betrays(sample.bytes))
        let kept = (2...8).contains(orientation) ? UInt8(orientation) : 1
        let block = kept == 1 ? [] : PNGSample.chunk("eXIf", minimalEXIF(kept))
        let expected =
            PNGSample.signature + sample.header + block + PNGSample.kept.flatMap(\.self)
            + PNGSample.data + PNGSample.end
        #expect(try strip(sample.bytes) == expected)
        #expect(try plan(sample.bytes).orientation == kept)
        #expect(try plan(expected).orientation == kept)
    }

    @Test func `an animation's chunks are kept`() throws {
        let control = PNGSample.chunk(
            "fcTL",
            [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 14)
        )
        let sample = PNGSample(
            before: [PNGSample.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]), control],
            after: [control, PNGSample.chunk("fdAT", [0, 0, 0, 2, 1, 2, 3])]
        )
        #expect(try strip(sample.bytes) == sample.bytes)
        let outside = PNGSample.chunk(
            "fcTL",
            [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 10)
        )
        #expect(refusal(PNGSample(before: [outside]).bytes) == .damaged)
    }

    @Test func `a picture truncated anywhere is refused`() {
        let bytes = PNGSample(before: PNGSample.kept + PNGSample.dropped).bytes
        for count in 0..<bytes.count {
            let expected: MediaError = count < 8 ? .unsupportedType : .damaged
            #expect(refusal(Array(bytes.prefix(count))) == expected, "cut after \(count)")
        }
    }

    @Test func `one wrong bit in a chunk that is kept is refused`() {
        let sample = PNGSample(before: PNGSample.kept)
        var start = PNGSample.signature.count
        for chunk in [sample.header] + PNGSample.kept + [PNGSample.data, PNGSample.end] {
            // With another name a chunk that decoders need not know is another one.
            let named = chunk[4] & 0x20 == 0 ? 0..<0 : 4..<8
            for index in chunk.indices where !named.contains(index) {
                var bytes = sample.bytes
                bytes[start + index] ^= 0x10
                #expect(refusal(bytes) == .damaged, "bit in byte \(start + index)")
            }
            start += chunk.count
        }
    }

    @Test func `a wrong checksum of a chunk that is dropped does not matter`() throws {
        let expected = PNGSample().bytes
        for chunk in PNGSample.dropped + [PNGSample.chunk("eXIf", EXIFSample().bytes)] {
            for index in 8..<chunk.count {
                var damaged = chunk
                damaged[index] ^= 0x10
                #expect(try strip(PNGSample(before: [damaged]).bytes) == expected)
                #expect(try strip(PNGSample(after: [damaged]).bytes) == expected)
            }
        }
        var turned = PNGSample.chunk("eXIf", minimalEXIF(6))
        #expect(try plan(PNGSample(before: [turned]).bytes).orientation == 6)
        turned[turned.count - 1] ^= 1
        #expect(try plan(PNGSample(before: [turned]).bytes).orientation == 1)
    }

    private static let colours =
        [
            ("cICP", [12, 13, 0, 1]), ("mDCV", [UInt8](repeating: 3, count: 24)),
            ("cLLI", [0, 1, 2, 3, 4, 5, 6, 7]), ("mDCv", [UInt8](repeating: 3, count: 24)),
            ("cLLi", [0, 1, 2, 3, 4, 5, 6, 7]),
        ] as [(String, [UInt8])]

    @Test(arguments: colours)
    func `a chunk that says what the samples mean is kept`(
        type: String,
        payload: [UInt8]
    ) throws {
        let chunk = PNGSample.chunk(type, payload)
        let sample = PNGSample(before: [chunk] + PNGSample.kept)
        #expect(try strip(sample.bytes) == sample.bytes)
        var damaged = chunk
        damaged[chunk.count - 1] ^= 1
        #expect(refusal(PNGSample(before: [damaged]).bytes) == .damaged)
    }

    @Test(arguments: colours)
    func `it is dropped where decoders do not look, a second time, and of another length`(
        type: String,
        payload: [UInt8]
    ) throws {
        let chunk = PNGSample.chunk(type, payload)
        let palette = PNGSample.chunk("PLTE", [1, 2, 3])
        let longer = PNGSample.chunk(type, payload + [0])
        let shorter = PNGSample.chunk(type, Array(payload.dropLast()))
        #expect(
            try strip(PNGSample(before: [chunk, chunk]).bytes) == PNGSample(before: [chunk]).bytes
        )
        for sample in [
            PNGSample(before: [palette, chunk]), PNGSample(before: [palette, longer]),
            PNGSample(before: [shorter, palette]), PNGSample(before: [longer, palette]),
            PNGSample(before: [palette], after: [chunk]),
        ] {
            #expect(try strip(sample.bytes) == PNGSample(before: [palette]).bytes)
        }
    }

    @Test func `of a profile the colours alone are kept, under another name`() throws {
        let uploaded = PNGSample.profile("Jane's iMac", ICCSample().bytes)
        let written = try #require(ICCProfile(ICCSample().bytes)).bytes
        let stored = PNGSample.profile("ICC", written)
        #expect(
            try strip(PNGSample(before: [uploaded]).bytes) == PNGSample(before: [stored]).bytes
        )
        #expect(!betraysDisplay(written))
    }

    @Test(
        arguments: [
            ("no profile", PNGSample.profile("a", Array("colours".utf8))),
            ("no stream", PNGSample.chunk("iCCP", [0x61, 0, 0] + ICCSample().bytes)),
            ("half a stream", half(PNGSample.profile("a", ICCSample().bytes))),
            ("no name", PNGSample.profile("", ICCSample().bytes)),
            ("a name of 80", PNGSample.profile(name(80), ICCSample().bytes)),
            ("a name alone", PNGSample.chunk("iCCP", [0x61])),
            ("no method", PNGSample.chunk("iCCP", [0x61, 0])),
            ("nothing", PNGSample.chunk("iCCP", [])),
            (
                "another method",
                PNGSample.chunk("iCCP", [0x61, 0, 1] + (Zlib.deflated(ICCSample().bytes) ?? []))
            ),
            ("4 MB", PNGSample.profile("a", large(4_000_000))),
            ("100 MB", PNGSample.profile("a", large(100_000_000))),
        ] as [(String, [UInt8])]
    )
    func `what is no profile is dropped`(what: String, chunk: [UInt8]) throws {
        #expect(try strip(PNGSample(before: [chunk]).bytes) == PNGSample().bytes, "\(what)")
    }

    @Test func `a name may have 79 bytes, and one profile counts`() throws {
        let long = PNGSample.profile(Self.name(79), ICCProfile.adobeRGB.bytes)
        let stored = PNGSample.profile("ICC", ICCProfile.adobeRGB.bytes)
        let other = PNGSample.profile("ICC", ICCSample().bytes)
        let sample = PNGSample(before: [long, other], after: [other])
        #expect(try strip(sample.bytes) == PNGSample(before: [stored]).bytes)
    }

    private static func name(_ count: Int) -> String {
        String(repeating: "a", count: count)
    }

    /// A profile with zeros behind it.
    private static func large(_ count: Int) -> [UInt8] {
        let profile = ICCSample(size: count).bytes
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.replaceSubrange(..<profile.count, with: profile)
        return bytes
    }

    /// A chunk without the end of its payload.
    private static func half(_ chunk: [UInt8]) -> [UInt8] {
        PNGSample.chunk("iCCP", Array(chunk[8..<(chunk.count / 2)]))
    }

    @Test(arguments: [(0, 1), (1, 0), (0x8000_0000, 1)] as [(UInt32, UInt32)])
    func `a picture of an impossible size is refused`(width: UInt32, height: UInt32) {
        #expect(refusal(PNGSample(width: width, height: height).bytes) == .damaged)
    }

    @Test(arguments: [
        ("two headers", PNGSample(before: [PNGSample().header])),
        ("a chunk that decoders must know", PNGSample(before: [PNGSample.chunk("CgBI", [1])])),
        ("data in two places", PNGSample(after: [PNGSample.dropped[0], PNGSample.data])),
        (
            "two palettes",
            PNGSample(before: [
                PNGSample.chunk("PLTE", [1, 2, 3]), PNGSample.chunk("PLTE", [1, 2, 3]),
            ])
        ),
        ("a palette of half a colour", PNGSample(before: [PNGSample.chunk("PLTE", [1, 2, 3, 4])])),
        ("a palette behind the data", PNGSample(after: [PNGSample.chunk("PLTE", [1, 2, 3])])),
        ("a name that is none", PNGSample(before: [PNGSample.chunk("a1bc", [])])),
    ])
    func `a malformed picture is refused`(what: String, sample: PNGSample) {
        #expect(refusal(sample.bytes) == .damaged, "\(what)")
    }

    @Test func `a picture without data, or without the palette it needs, is refused`() {
        let header = PNGSample().header
        #expect(refusal(PNGSample.signature + header + PNGSample.end) == .damaged)
        let indexed = PNGSample.chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 3, 0, 0, 0])
        let palette = PNGSample.chunk("PLTE", [1, 2, 3])
        let rest = PNGSample.data + PNGSample.end
        #expect(refusal(PNGSample.signature + indexed + rest) == .damaged)
        #expect(refusal(PNGSample.signature + indexed + palette + rest) == nil)
    }

    @Test(
        arguments: [
            [3, 0, 0, 0, 0], [8, 1, 0, 0, 0], [4, 2, 0, 0, 0], [16, 3, 0, 0, 0], [8, 0, 1, 0, 0],
            [8, 0, 0, 1, 0], [8, 0, 0, 0, 2],
        ] as [[UInt8]]
    )
    func `a meaningless header is refused`(rest: [UInt8]) {
        let header = PNGSample.chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1] + rest)
        #expect(refusal(PNGSample.signature + header + PNGSample.data + PNGSample.end) == .damaged)
    }

    @Test func `a chunk longer than a window is checked and kept whole`() throws {
        let data = PNGSample.chunk("IDAT", [UInt8](repeating: 9, count: ImageBytes.windowBytes + 5))
        var bytes = PNGSample.signature + PNGSample().header + data + PNGSample.end
        #expect(try strip(bytes) == bytes)
        bytes[ImageBytes.windowBytes + 30] ^= 1
        #expect(refusal(bytes) == .damaged)
    }
}
