import MediaAPI
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

    @Test func `one wrong bit anywhere in a chunk is refused`() {
        let sample = PNGSample(before: PNGSample.kept + PNGSample.dropped)
        for index in 8..<sample.bytes.count {
            var bytes = sample.bytes
            bytes[index] ^= 0x10
            #expect(refusal(bytes) == .damaged, "bit in byte \(index)")
        }
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
