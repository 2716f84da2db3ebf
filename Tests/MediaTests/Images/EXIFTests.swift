import TestBasics
import Testing
import Values

@testable import Media

struct EXIFTests {
    @Test(arguments: [true, false])
    func `orientation, time and camera are read in either byte order`(isLittle: Bool) {
        let exif = EXIF(EXIFSample(isLittle: isLittle, orientation: 6).bytes)
        #expect(exif.orientation == 6)
        #expect(exif.provenance.camera == "Gauntlet Pocket 7")
        #expect(exif.provenance.capturedAt == Instant(rfc3339: "2026-05-01T10:30:00Z"))
        #expect(exif.provenance.zoneKnown)
    }

    @Test(arguments: [true, false])
    func `Adobe RGB is known by its index, unless the colours are said to be sRGB's`(
        isLittle: Bool
    ) {
        func isAdobeRGB(_ index: String?, _ space: UInt16?) -> Bool {
            EXIF(EXIFSample(isLittle: isLittle, colourSpace: space, index: index).bytes).isAdobeRGB
        }
        #expect(isAdobeRGB("R03", 65_535) && isAdobeRGB("R03", nil))
        #expect(!isAdobeRGB("R03", 1) && !isAdobeRGB("R98", 65_535) && !isAdobeRGB(nil, 65_535))
    }

    @Test func `JPEG's prefix is skipped`() {
        let exif = EXIF(EXIF.prefix + EXIFSample(orientation: 3).bytes)
        #expect(exif.orientation == 3)
    }

    @Test(arguments: [nil, "", "   :  ", "elsewhere"])
    func `a time without a zone is read as UTC, and marked as such`(offset: String?) {
        let provenance = EXIF(EXIFSample(offset: offset).bytes).provenance
        #expect(provenance.capturedAt == Instant(rfc3339: "2026-05-01T12:30:00Z"))
        #expect(!provenance.zoneKnown)
    }

    @Test(arguments: [nil, "", "0000:00:00 00:00:00", "2026:05:32 12:30:00", "2026:05:01 12:30"])
    func `an invalid time is ignored`(time: String?) {
        #expect(EXIF(EXIFSample(time: time).bytes).provenance.capturedAt == nil)
    }

    @Test func `a block truncated anywhere yields what it can`() {
        let bytes = EXIFSample(orientation: 6).bytes
        for count in 0..<bytes.count {
            #expect([1, 6].contains(EXIF(Array(bytes.prefix(count))).orientation))
        }
        #expect(EXIF([]) == EXIF())
    }

    @Test func `the minimal block has the orientation and nothing else`() {
        for orientation in 2...8 as ClosedRange<UInt16> {
            let exif = EXIF(EXIFSample(orientation: orientation).bytes)
            #expect(exif.minimalBlock == minimalEXIF(UInt8(orientation)))
        }
        #expect(EXIF(EXIFSample(orientation: 1).bytes).minimalBlock == nil)
    }
}
