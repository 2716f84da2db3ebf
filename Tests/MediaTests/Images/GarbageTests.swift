import MediaAPI
import TestBasics
import TestKit
import Testing

@testable import Media

struct GarbageTests {
    private static let samples = [
        JPEGSample.secretive(orientation: 6).bytes, PNGSample.secretive(orientation: 6).bytes,
        WebPSample.secretive(orientation: 6).bytes,
        WebPSample.file(
            WebPSample.extended(0x02, 16, 24)
                + WebPSample.frame(8, 8, WebPSample.lossy(8, 8) + WebPSample.dropped[1])
        ),
    ]

    /// A reader that trapped would end the test run; one that trusted a length would request bytes
    /// that do not exist.
    @Test func `a thousand damaged pictures are refused, or fully stripped`() throws {
        for seed in 0..<1_000 as Range<UInt64> {
            var dice = Dice(seed: seed)
            var bytes = Self.samples[Int(seed % UInt64(Self.samples.count))]
            damage(&bytes, &dice)
            do {
                let once = try strip(bytes)
                #expect(try strip(once) == once, "seed \(seed)")
                #expect(try plan(bytes).size == plan(once).size, "seed \(seed)")
            } catch {
                #expect(error is MediaError, "seed \(seed): \(error)")
            }
        }
    }

    @Test func `a thousand random blocks of EXIF give an orientation that exists`() {
        for seed in 0..<1_000 as Range<UInt64> {
            var dice = Dice(seed: seed)
            var bytes = EXIFSample(isLittle: seed % 2 == 0, orientation: 6).bytes
            damage(&bytes, &dice)
            #expect((1...8).contains(EXIF(bytes).orientation), "seed \(seed)")
        }
    }

    @Test func `random bytes after a valid beginning are refused or fully stripped`() throws {
        let starts = [
            JPEGSample.start + [0xFF], PNGSample.signature, Array("RIFF\0\0\0\0WEBP".utf8),
        ]
        for seed in 0..<1_000 as Range<UInt64> {
            var dice = Dice(seed: seed)
            let count = Int.random(in: 0...400, using: &dice)
            let rest = (0..<count).map { _ in UInt8.random(in: 0...255, using: &dice) }
            let bytes = starts[Int(seed % 3)] + rest
            let refusal = refusal(bytes)
            #expect(refusal == .damaged || refusal == .unsupportedType, "seed \(seed)")
        }
    }

    /// Changes, removes or repeats some bytes.
    private func damage(_ bytes: inout [UInt8], _ dice: inout Dice) {
        for _ in 0..<Int.random(in: 1...6, using: &dice) where !bytes.isEmpty {
            let at = Int.random(in: 0..<bytes.count, using: &dice)
            let end = min(bytes.count, at + Int.random(in: 1...16, using: &dice))
            switch Int.random(in: 0..<5, using: &dice) {
            case 0: bytes.removeSubrange(at..<end)
            case 1: bytes.insert(contentsOf: bytes[at..<end], at: at)
            case 2: bytes[at] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &dice) ?? 0
            default: bytes[at] = .random(in: 0...255, using: &dice)
            }
        }
    }
}
