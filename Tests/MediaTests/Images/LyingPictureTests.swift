import MediaAPI
import TestBasics
import TestKit
import Testing

@testable import Media

/// Pictures that contradict themselves although every checksum and every outer length is right. A
/// reader that trapped would end the test run.
struct LyingPictureTests {
    private static let samples = [
        JPEGSample.secretive(orientation: 6).bytes, PNGSample.secretive(orientation: 6).bytes,
        WebPSample.secretive(orientation: 6).bytes,
        WebPSample.file(
            WebPSample.extended(0x02, 16, 24)
                + WebPSample.frame(8, 8, WebPSample.lossy(8, 8) + WebPSample.dropped[1])
        ),
    ]

    @Test(arguments: 0..<4)
    func `a picture truncated anywhere with matching lengths is refused or complete`(
        sample: Int
    ) throws {
        let bytes = Self.samples[sample]
        for count in bytes.indices {
            try expectRefusedOrKeptForGood(mended(Array(bytes.prefix(count))), "\(count) bytes")
        }
    }

    @Test(arguments: 0..<4)
    func `a wrong length, anywhere, is never trusted`(sample: Int) throws {
        let bytes = Self.samples[sample]
        var dice = Dice(seed: UInt64(sample))
        for round in 0..<400 {
            var lie = bytes
            let width = Int.random(in: 1...4, using: &dice)
            let at = Int.random(in: 0...(bytes.count - width), using: &dice)
            let rest = bytes.count - at - width
            let values = [0, 1, 2, 7, rest - 1, rest, rest + 1, bytes.count, 0x7FFF_FFFF, -1]
            let value = values.randomElement(using: &dice) ?? 0
            let number = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            lie.replaceSubrange(
                at..<(at + width),
                with: Bool.random(using: &dice) ? number : number.reversed()
            )
            try expectRefusedOrKeptForGood(mended(lie), "round \(round): \(value) at \(at)")
        }
    }

    @Test(arguments: 0..<4)
    func `random changes with right checksums are refused, or stripped to a stable form`(
        sample: Int
    ) throws {
        for seed in 0..<250 as Range<UInt64> {
            var dice = Dice(seed: seed)
            var bytes = Self.samples[sample]
            for _ in 0..<Int.random(in: 1...4, using: &dice) {
                let at = Int.random(in: 8..<bytes.count, using: &dice)
                switch Int.random(in: 0..<4, using: &dice) {
                case 0: bytes.insert(.random(in: 0...255, using: &dice), at: at)
                case 1 where bytes.count > 16: bytes.remove(at: at)
                default: bytes[at] = .random(in: 0...255, using: &dice)
                }
            }
            try expectRefusedOrKeptForGood(mended(bytes), "seed \(seed)")
        }
    }

    /// The stored form does not change when it is uploaded again, is hardly longer than the upload,
    /// and consists of uploaded bytes; the reader requests only windows within the file, and not
    /// too often.
    private func expectRefusedOrKeptForGood(_ bytes: [UInt8], _ what: String) throws {
        let loads = Loads()
        let source = ImageBytes(count: bytes.count) { range in
            #expect(range.lowerBound >= 0 && range.upperBound <= bytes.count, "\(what)")
            #expect(range.count <= ImageBytes.windowBytes, "\(what)")
            loads.count += 1
            return Array(bytes[range])
        }
        do {
            let plan = try ImagePlan(of: source)
            for case .copy(let range) in plan.pieces {
                #expect(0 <= range.lowerBound && range.upperBound <= bytes.count, "\(what)")
            }
            #expect(plan.bytes <= bytes.count + 64, "\(what)")
            let once = kept(plan, of: bytes)
            #expect(once.count == plan.bytes, "\(what)")
            #expect(try strip(once) == once, "\(what)")
        } catch {
            #expect(error is MediaError, "\(what): \(error)")
        }
        #expect(loads.count <= 4, "\(what)")
    }

    /// The same with correct checksums and outer length.
    private func mended(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: PNGSample.signature) { return mendedPNG(bytes) }
        guard bytes.count >= 12, bytes.starts(with: "RIFF".utf8) else { return bytes }
        return Array(bytes.prefix(4)) + WebPSample.little(bytes.count - 8, 4) + bytes.dropFirst(8)
    }

    private func mendedPNG(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        var offset = PNGSample.signature.count
        while offset + 12 <= bytes.count {
            let length = bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - offset - 12 else { break }
            let end = offset + 8 + length
            var check = CRC32()
            check.update(Array(bytes[(offset + 4)..<end]))
            for index in 0..<4 {
                bytes[end + index] = UInt8(
                    truncatingIfNeeded: check.value >> (24 - 8 * UInt32(index))
                )
            }
            offset = end + 4
        }
        return bytes
    }
}

/// Counts how often a reader requested bytes.
private final class Loads {
    var count = 0
}
