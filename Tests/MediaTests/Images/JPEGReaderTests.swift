import MediaAPI
import TestBasics
import Testing

@testable import Media

struct JPEGReaderTests {
    @Test func `a plain picture stays as it is`() throws {
        let sample = JPEGSample()
        #expect(try strip(sample.bytes) == sample.bytes)
        let plan = try plan(sample.bytes)
        #expect(plan.type == .jpeg)
        #expect(try plan.size == ImageSize(width: 8, height: 8))
        #expect(plan.orientation == 1 && plan.provenance == Provenance())
    }

    @Test func `metadata and what follows the end are dropped, every other byte is kept`() throws {
        let sample = JPEGSample.secretive()
        #expect(betrays(sample.bytes))
        #expect(try strip(sample.bytes) == sample.stripped())
    }

    @Test(arguments: UInt16(0)...9)
    func `the orientation is kept when it turns the picture`(orientation: UInt16) throws {
        let sample = JPEGSample.secretive(orientation: orientation)
        let kept = (2...8).contains(orientation) ? UInt8(orientation) : 1
        #expect(try strip(sample.bytes) == sample.stripped(orientation: kept))
        #expect(try plan(sample.bytes).orientation == kept)
        #expect(try plan(strip(sample.bytes)).orientation == kept)
    }

    @Test func `the colour profile and Adobe's note are kept`() throws {
        let sample = JPEGSample(extras: [JPEGSample.profile, JPEGSample.adobe])
        #expect(try strip(sample.bytes) == sample.bytes)
    }

    @Test func `of a profile the colours alone are kept`() throws {
        let uploaded = ICCSample().bytes
        let sample = JPEGSample(extras: [JPEGSample.part(1, of: 1, uploaded)])
        let written = try #require(ICCProfile(uploaded)).bytes
        let stripped = try strip(sample.bytes)
        #expect(stripped == sample.stripped(profile: JPEGSample.part(1, of: 1, written)))
        #expect(betraysDisplay(sample.bytes) && !betraysDisplay(stripped))
    }

    @Test func `a profile in several segments is put together by their numbers`() throws {
        let tables = ("A2B0", ICCSample.tables(200_000))
        let uploaded = ICCSample(tags: ICCSample.secrets + ICCSample.colours + [tables]).bytes
        let parts = stride(from: 0, to: uploaded.count, by: 50_000).enumerated().map {
            JPEGSample.part(UInt8($0 + 1), of: 5, uploaded[$1...].prefix(50_000))
        }
        #expect(parts.count == 5)
        let sample = JPEGSample(extras: parts.reversed())
        let written = try #require(ICCProfile(uploaded)).bytes
        let stored = stride(from: 0, to: written.count, by: 65_519).enumerated().map {
            JPEGSample.part(UInt8($0 + 1), of: 4, written[$1...].prefix(65_519))
        }
        #expect(try strip(sample.bytes) == sample.stripped(profile: stored.flatMap(\.self)))
    }

    @Test(
        arguments: [
            ("no profile", [JPEGSample.part(1, of: 1, Array("colours".utf8))]),
            ("no numbers", [JPEGSample.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1])]),
            ("a missing part", [JPEGSample.part(1, of: 2, ICCSample().bytes)]),
            ("a part twice", [JPEGSample.profile, JPEGSample.profile]),
            (
                "two counts",
                [
                    JPEGSample.part(1, of: 2, ICCSample().bytes.prefix(200)),
                    JPEGSample.part(2, of: 3, ICCSample().bytes.dropFirst(200)),
                ]
            ),
            ("part 0", [JPEGSample.part(0, of: 1, ICCSample().bytes)]),
            ("part 2 of 1", [JPEGSample.part(2, of: 1, ICCSample().bytes)]),
            (
                "4 MB",
                (1...64).map { JPEGSample.part($0, of: 64, ICCSample.tables(65_519)) }
            ),
        ] as [(String, [[UInt8]])]
    )
    func `a profile that no decoder takes is dropped`(what: String, extras: [[UInt8]]) throws {
        let sample = JPEGSample(extras: extras)
        #expect(try strip(sample.bytes) == sample.stripped(), "\(what)")
    }

    @Test(
        arguments: [
            ("R03", 65_535, true), ("R03", nil, true), ("R03", 1, false), ("R98", 65_535, false),
            (nil, 65_535, false),
        ] as [(String?, UInt16?, Bool)]
    )
    func `a camera's Adobe RGB that is in EXIF alone becomes a profile`(
        index: String?,
        space: UInt16?,
        isAdobeRGB: Bool
    ) throws {
        let exif = EXIFSample(colourSpace: space, index: index)
        let sample = JPEGSample(isColour: true, exif: exif)
        let profile = isAdobeRGB ? JPEGSample.profile : []
        #expect(try strip(sample.bytes) == sample.stripped(profile: profile))
    }

    @Test func `another profile, or none for grey, is left as it is`() throws {
        let exif = EXIFSample(colourSpace: 65_535, index: "R03")
        let written = try #require(ICCProfile(ICCSample().bytes)).bytes
        let profile = JPEGSample.part(1, of: 1, written)
        let sample = JPEGSample(isColour: true, exif: exif, extras: [profile])
        #expect(try strip(sample.bytes) == sample.stripped(profile: profile))
        let grey = JPEGSample(exif: exif)
        #expect(try strip(grey.bytes) == grey.stripped())
    }

    @Test(
        arguments: [
            [0], [0x12, 0x34], [0xFF, 0x00], [0x12, 0xFF, 0x00, 0x34], [0xFF, 0xD0],
            [0xFF, 0x01], [0xFF, 0xFF],
        ] as [[UInt8]]
    )
    func `bytes between segments are dropped`(junk: [UInt8]) throws {
        let sample = JPEGSample(extras: [junk, JPEGSample.segment(0xFE, [1]), junk])
        #expect(try strip(sample.bytes) == sample.stripped())
        #expect(refusal(JPEGSample.start + [0xFF] + junk + JPEGSample.end) == .damaged)
        #expect(refusal(JPEGSample.start + [0xFF] + junk) == .damaged)
    }

    @Test func `a thumbnail in JFIF's segment, and bytes after Adobe's note, are dropped`() throws {
        let pixel = Array("GPS".utf8)
        let jfif = JPEGSample.segment(
            0xE0,
            Array("JFIF".utf8) + [0, 1, 2, 1, 0, 72, 0, 72, 1, 1] + pixel
        )
        let adobe = JPEGSample.segment(
            0xEE,
            Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0] + Array("GPSSECRET".utf8)
        )
        let sample = JPEGSample()
        let bytes = JPEGSample.start + jfif + adobe + sample.image
        #expect(
            try strip(bytes) == JPEGSample.start + JPEGSample.jfif + JPEGSample.adobe + sample.image
        )
    }

    @Test func `a picture truncated anywhere is refused`() {
        let sample = JPEGSample(exif: EXIFSample(orientation: 6))
        let bytes = sample.bytes
        // One byte of the scan has the whole picture.
        let whole = bytes.count - JPEGSample.end.count - 5
        for count in whole..<bytes.count { #expect(refusal(Array(bytes.prefix(count))) == nil) }
        for count in 0..<whole {
            let expected: MediaError = count < 3 ? .unsupportedType : .damaged
            #expect(refusal(Array(bytes.prefix(count))) == expected, "cut after \(count)")
        }
    }

    @Test(arguments: [(0, 8), (8, 0)] as [(UInt16, UInt16)])
    func `a picture without pixels is refused`(width: UInt16, height: UInt16) {
        #expect(refusal(JPEGSample(width: width, height: height).bytes) == .damaged)
    }

    @Test(arguments: [
        ("no scan", JPEGSample().frame + JPEGSample.end),
        ("no frame", JPEGSample.scan + JPEGSample.end),
        ("two frames", JPEGSample().frame + JPEGSample().image),
        (
            "a late number of lines",
            JPEGSample.tables + JPEGSample().frame + JPEGSample.scan
                + JPEGSample.segment(0xDC, [0xFF, 0xFF]) + JPEGSample.end
        ),
        (
            "a scan without data",
            JPEGSample().frame + JPEGSample.segment(0xDA, [1, 1, 0, 0, 63, 0]) + JPEGSample.end
        ),
        ("a segment shorter than its length", [0xFF, 0xFE, 0, 1] + JPEGSample().image),
        ("a reserved marker", JPEGSample.segment(0xF0, [1]) + JPEGSample().image),
        ("a second start", JPEGSample.start + JPEGSample().image),
    ])
    func `a malformed picture is refused`(what: String, rest: [UInt8]) {
        #expect(refusal(JPEGSample.start + JPEGSample.jfif + rest) == .damaged, "\(what)")
    }

    @Test(arguments: [0xC3, 0xC5, 0xC9, 0xCF] as [UInt8])
    func `a kind that no browser shows is refused`(marker: UInt8) {
        var frame = JPEGSample().frame
        frame[1] = marker
        let bytes = JPEGSample.start + JPEGSample.tables + frame + JPEGSample.scan + JPEGSample.end
        #expect(refusal(bytes) == .unsupportedType)
    }

    @Test func `fill bytes before a marker are allowed`() throws {
        let sample = JPEGSample()
        let bytes = JPEGSample.start + [0xFF, 0xFF] + JPEGSample.jfif + sample.image
        #expect(try strip(bytes) == sample.bytes)
    }

    @Test func `coded data longer than a window is kept whole`() throws {
        let data = [UInt8](repeating: 0x55, count: 3 * ImageBytes.windowBytes + 7)
        let image = JPEGSample.tables + JPEGSample().frame + JPEGSample.scan + data + JPEGSample.end
        let bytes = JPEGSample.start + JPEGSample.jfif + image
        #expect(try strip(bytes + [1, 2, 3]) == bytes)
    }

    @Test func `more gaps than any camera produces are refused`() throws {
        func sample(_ count: Int) -> JPEGSample {
            let pair = JPEGSample.segment(0xFE, [1]) + JPEGSample.segment(0xDD, [0, 0])
            return JPEGSample(extras: Array(repeating: pair, count: count))
        }
        #expect(refusal(sample(Pieces.countMax / 2).bytes) == nil)
        #expect(refusal(sample(Pieces.countMax + 1).bytes) == .damaged)
    }
}
