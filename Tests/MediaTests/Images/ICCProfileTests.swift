import Testing

@testable import Media

struct ICCProfileTests {
    @Test(arguments: [2, 4] as [UInt8])
    func `the tags about colours are kept byte for byte, and nothing else`(version: UInt8) throws {
        let sample = ICCSample(version: version)
        #expect(betraysDisplay(sample.bytes))
        let written = try #require(ICCProfile(sample.bytes)).bytes
        #expect(!betraysDisplay(written))
        let kept = tags(written)
        #expect(Set(kept.keys) == Set(ICCSample.colours.map(\.name) + ["desc", "cprt"]))
        for colour in ICCSample.colours { #expect(kept[colour.name] == colour.data) }
        #expect(kept["desc"]?.starts(with: (version == 4 ? "mluc" : "desc").utf8) == true)
        #expect(kept["cprt"]?.starts(with: (version == 4 ? "mluc" : "text").utf8) == true)
    }

    @Test func `the header keeps what conversion reads`() throws {
        let written = try #require(ICCProfile(ICCSample().bytes)).bytes
        let expected =
            ICCSample.number(written.count) + [0, 0, 0, 0, 4, 0, 0, 0]
            + Array("mntrRGB XYZ ".utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
            + [UInt8](repeating: 0, count: 27) + [1]
            + [0xF6D6, 0x1_0000, 0xD32D].flatMap(ICCSample.number)
            + [UInt8](repeating: 0, count: 48)
        #expect(Array(written[..<128]) == expected)
    }

    @Test func `a written profile is written the same again`() throws {
        let written = try #require(ICCProfile(ICCSample().bytes))
        #expect(ICCProfile(written.bytes) == written)
        #expect(ICCProfile(ICCProfile.adobeRGB.bytes) == .adobeRGB)
    }

    @Test func `tags that share their data go on sharing them`() throws {
        let kept = tags(ICCProfile.adobeRGB.bytes)
        #expect(kept["rTRC"] == kept["bTRC"] && kept["rTRC"]?.suffix(2) == [2, 0x33])
        // The header, the table of nine tags, two texts of 98 and 16 bytes, four points, and one
        // curve.
        #expect(ICCProfile.adobeRGB.bytes.count == 132 + 9 * 12 + 100 + 16 + 4 * 20 + 16)
    }

    @Test func `bytes behind the end of a tag's values are left out`() throws {
        let sample = ICCSample(
            tags: ICCSample.colours.map { ($0.name, $0.data + ICCSample.serial) }
        )
        let written = try #require(ICCProfile(sample.bytes)).bytes
        #expect(!betraysDisplay(written))
        for colour in ICCSample.colours { #expect(tags(written)[colour.name] == colour.data) }
    }

    @Test func `tables are kept as long as their counts say`() throws {
        let one = ICCSample.tag(
            "mft1",
            [3, 3, 2, 0] + [UInt8](repeating: 1, count: 36 + 256 * 6 + 8 * 3)
        )
        let two = ICCSample.tag(
            "mft2",
            [3, 3, 2, 0] + [UInt8](repeating: 0, count: 36) + [0, 2, 0, 3]
                + [UInt8](repeating: 1, count: 2 * (2 * 3 + 8 * 3 + 3 * 3))
        )
        for table in [one, two] {
            let sample = ICCSample(tags: [("A2B0", table + ICCSample.serial)], space: "CMYK")
            #expect(tags(try #require(ICCProfile(sample.bytes)).bytes)["A2B0"] == table)
            #expect(ICCProfile(ICCSample(tags: [("A2B0", Array(table.dropLast()))]).bytes) == nil)
        }
    }

    @Test(
        arguments: [[0, 3, 2], [3, 0, 2], [17, 3, 1], [3, 17, 1], [3, 3, 0], [16, 1, 255]]
            as [[UInt8]]
    )
    func `tables without channels or points, or with too many, are left out`(sizes: [UInt8]) {
        let table = ICCSample.tag("mft1", sizes + [UInt8](repeating: 0, count: 9_000))
        #expect(ICCProfile(ICCSample(tags: [("A2B0", table)]).bytes) == nil)
    }

    @Test(
        arguments: [
            ("words", Array("colours".utf8)), ("nothing", []),
            ("zeros", [UInt8](repeating: 0, count: 600)),
            ("a cut one", Array(ICCSample().bytes.dropLast())),
            ("a size beyond the end", ICCSample(size: 100_000).bytes),
            ("a size within the header", ICCSample(size: 131).bytes),
            ("no tags", ICCSample(tags: []).bytes),
            ("a count of 2³² − 1", ICCSample(count: 0xFFFF_FFFF).bytes),
            ("a count beyond the end", ICCSample(count: 100).bytes),
            ("version 5", ICCSample(version: 5).bytes),
            ("version 1", ICCSample(version: 1).bytes),
            ("an unknown space", ICCSample(space: "6CLR").bytes),
            ("no blue", ICCSample(tags: ICCSample.colours.filter { $0.name != "bXYZ" }).bytes),
            ("a grey one without a curve", ICCSample(space: "GRAY").bytes),
        ] as [(String, [UInt8])]
    )
    func `an invalid profile is dropped`(what: String, bytes: [UInt8]) {
        #expect(ICCProfile(bytes) == nil, "\(what)")
    }

    @Test func `a profile with a tag beyond its end, or over another one, is dropped`() throws {
        let bytes = ICCSample(tags: ICCSample.colours).bytes
        let place = 132 + 12 * ICCSample.colours.count
        // The last tag, `cicp`, of 12 bytes.
        let entry = place - 12
        func moved(_ offset: Int, _ length: Int) -> ICCProfile? {
            var bytes = bytes
            bytes.replaceSubrange(
                (entry + 4)..<(entry + 12),
                with: ICCSample.number(offset) + ICCSample.number(length)
            )
            return ICCProfile(bytes)
        }
        #expect(moved(bytes.count - 12, 12) != nil)
        #expect(moved(bytes.count - 12, 13) == nil)
        #expect(moved(bytes.count - 13, 12) == nil)
        #expect(moved(bytes.count + 4, 0) == nil)
        #expect(moved(0xFFFF_FFFF, 12) == nil)
        #expect(moved(bytes.count - 12, 0xFFFF_FFFF) == nil)
        #expect(moved(place - 4, 4) == nil)
        // The white point, of 20 bytes: shared as a whole, or overlapped.
        #expect(moved(place, 20) != nil)
        #expect(moved(place, 19) == nil && moved(place + 4, 12) == nil)
    }

    @Test func `of equal tags the first is kept, and more than 100 are too many`() throws {
        let others = (0..<92).map { index in
            (name: index == 0 ? "wtpt" : "xx\(index)", data: [UInt8](repeating: 0, count: 20))
        }
        let named = others.map { (name: String(($0.name + "  ").prefix(4)), data: $0.data) }
        let full = ICCSample(tags: ICCSample.colours + named.prefix(91))
        let written = try #require(ICCProfile(full.bytes)).bytes
        #expect(tags(written)["wtpt"] == ICCSample.colours[0].data)
        #expect(ICCProfile(ICCSample(tags: ICCSample.colours + named).bytes) == nil)
    }

    @Test func `a profile has at most 3 MiB`() throws {
        func sample(_ spare: Int) -> [UInt8] {
            let head = 132 + 12
            let tables = ICCSample.tables(ICCProfile.bytesMax - head + spare)
            return ICCSample(tags: [("A2B0", tables)]).bytes
        }
        #expect(sample(0).count == ICCProfile.bytesMax)
        #expect(ICCProfile(sample(0)) != nil)
        #expect(ICCProfile(sample(4)) == nil)
    }
}
