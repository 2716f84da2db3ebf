import MediaAPI
import Testing

@testable import Media

/// Files that end without the marker for it. In the sample's tables the only code is a zero bit,
/// and each block has two of them.
struct JPEGScanTests {
    /// A picture that ends with its coded data.
    private func picture(
        _ width: UInt16,
        height: UInt16 = 8,
        tables: [UInt8] = [],
        frame components: [UInt8] = [1, 1, 0x11, 0],
        marker: UInt8 = 0xC0,
        scan: [UInt8] = [1, 1, 0x00],
        _ data: [UInt8]
    ) -> [UInt8] {
        let frame = JPEGSample(width: width, height: height).frame(components, marker: marker)
        return JPEGSample.start + JPEGSample.tables + tables + frame
            + JPEGSample.segment(0xDA, scan + [0, 63, 0]) + data
    }

    @Test func `a missing end is added behind the last block`() throws {
        let whole = picture(32, [0x00])
        #expect(try strip(whole) == whole + JPEGSample.end)
        #expect(try strip(whole + [0x55, 0x55]) == whole + JPEGSample.end)
        #expect(try strip(whole + [0xFF]) == whole + JPEGSample.end)
        #expect(try strip(whole + JPEGSample.end) == whole + JPEGSample.end)
    }

    @Test(
        arguments: [
            (UInt16(33), [0x00], [0x00, 0x3F]), (64, [0x00], [0x00, 0x00]), (8, [0xC0], [0x3F]),
            (8, [], [0x00]), (8, [0xFF], [0x3F]), (72, [0x00, 0x00], [0x00, 0x00, 0x3F]),
        ] as [(UInt16, [UInt8], [UInt8])]
    )
    func `a picture without its last block is refused`(
        width: UInt16,
        cut: [UInt8],
        data: [UInt8]
    ) {
        #expect(refusal(picture(width, cut)) == .damaged)
        #expect(refusal(picture(width, data)) == nil)
    }

    @Test func `restarts are expected where they have to be`() {
        let interval = JPEGSample.segment(0xDD, [0, 1])
        #expect(refusal(picture(16, tables: interval, [0x3F, 0xFF, 0xD0, 0x3F])) == nil)
        #expect(refusal(picture(16, tables: interval, [0x3F, 0x3F])) == .damaged)
        #expect(refusal(picture(16, tables: interval, [0x3F, 0xFF, 0xD0])) == .damaged)
        #expect(refusal(picture(16, [0x00])) == nil)
    }

    @Test func `coefficients are skipped by the lengths of their codes`() {
        // 0: the end of the block; 10: one bit; 110: sixteen zeros.
        let codes: [UInt8] = [1, 1, 1] + [UInt8](repeating: 0, count: 13) + [0x00, 0x01, 0xF0]
        let tables = JPEGSample.segment(0xC4, [0x10] + codes)
        // Twice 0, 10, a bit, 0.
        #expect(refusal(picture(16, tables: tables, [0x52, 0xBF])) == nil)
        #expect(refusal(picture(16, tables: tables, [0x57])) == .damaged)
        // Four times sixteen zeros fill a block without its end.
        #expect(refusal(picture(8, tables: tables, [0x6D, 0xB7])) == nil)
        #expect(refusal(picture(8, tables: tables, [0x6D])) == .damaged)
    }

    @Test func `a stuffed byte does not belong to the data`() {
        // 0: the end of the block; 10: thirteen bits. The block is 0, 10, thirteen ones, 0.
        let codes: [UInt8] = [1, 1] + [UInt8](repeating: 0, count: 14) + [0x00, 0x0D]
        let tables = JPEGSample.segment(0xC4, [0x10] + codes)
        #expect(refusal(picture(8, tables: tables, [0x5F, 0xFF, 0x00, 0x7F])) == nil)
        #expect(refusal(picture(8, tables: tables, [0x5F, 0xFF, 0x00])) == .damaged)
    }

    @Test(arguments: [[3, 0, 0], [2, 5, 0], [0, 0, 200]] as [[UInt8]])
    func `a table with more codes than there can be is read, too`(counts: [UInt8]) {
        let symbols = [UInt8](repeating: 0, count: counts.reduce(0) { $0 + Int($1) })
        let codes = counts + [UInt8](repeating: 0, count: 13) + symbols
        let tables = JPEGSample.segment(0xC4, [0x10] + codes)
        for byte: UInt8 in [0x00, 0x3F, 0x7F] {
            #expect(refusal(picture(8, tables: tables, [byte, byte])) == nil)
        }
    }

    /// Of three components the first has four blocks where the others have one.
    private let sampled: [UInt8] = [3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]

    @Test func `components together have as many blocks as their sampling says`() {
        let scan: [UInt8] = [3, 1, 0, 2, 0, 3, 0]
        for (size, data) in [(16, [0, 0x0F]), (17, [0, 0, 0])] as [(UInt16, [UInt8])] {
            #expect(refusal(picture(size, frame: sampled, scan: scan, data)) == nil)
            let cut = Array(data.dropLast())
            #expect(refusal(picture(size, frame: sampled, scan: scan, cut)) == .damaged)
        }
    }

    @Test func `a scan of every component has to be there`() {
        let first = picture(16, height: 16, frame: sampled, scan: [1, 1, 0], [0x00])
        func more(_ id: UInt8) -> [UInt8] {
            JPEGSample.segment(0xDA, [1, id, 0, 0, 63, 0]) + [0x3F]
        }
        #expect(refusal(first) == .damaged)
        #expect(refusal(first + more(2)) == .damaged)
        #expect(refusal(first + more(2) + more(3)) == nil)
        #expect(refusal(first + more(2) + Array(more(3).dropLast())) == .damaged)
        #expect(refusal(first + more(2) + JPEGSample.end) == nil)
    }

    @Test(
        arguments: [
            ("progressive", [1, 1, 0x11, 0], 0xC2, [1, 1, 0]),
            ("a component that the frame lacks", [1, 1, 0x11, 0], 0xC0, [1, 2, 0]),
            ("a table that is not there", [1, 1, 0x11, 0], 0xC0, [1, 1, 0x01]),
            ("no sampling", [1, 1, 0x00, 0], 0xC0, [1, 1, 0]),
            ("too much sampling", [1, 1, 0x51, 0], 0xC0, [1, 1, 0]),
        ] as [(String, [UInt8], UInt8, [UInt8])]
    )
    func `what cannot be walked through needs its end`(
        what: String,
        components: [UInt8],
        marker: UInt8,
        scan: [UInt8]
    ) {
        let bytes = picture(8, frame: components, marker: marker, scan: scan, [0x00, 0x00])
        #expect(refusal(bytes) == .damaged, "\(what)")
        #expect(refusal(bytes + JPEGSample.end) == nil, "\(what)")
    }
}
