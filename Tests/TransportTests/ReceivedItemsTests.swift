import NIOCore
import TestBasics
import TestKit
import Testing

@testable import Transport

@Suite struct ReceivedItemsTests {
    @Test func `items of all lengths come out unchanged`() {
        for seed in 0..<200 as Range<UInt64> {
            var dice = Dice(seed: seed)
            var items = ReceivedItems()
            var expected: [ByteBuffer] = []
            for _ in 0..<60 {
                if Bool.random(using: &dice) || expected.isEmpty {
                    let item = item(&dice)
                    items.append(item)
                    expected.append(item)
                } else {
                    #expect(items.takeFirst() == expected.removeFirst())
                }
                #expect(items.count == expected.count)
            }
            for item in expected { #expect(items.takeFirst() == item) }
            #expect(items.takeFirst() == nil)
            #expect(items.count == 0)
        }
    }

    @Test func `an item keeps little more than its own bytes`() {
        let read = ByteBuffer(repeating: 1, count: 262_144)
        for length in [0, 1, 100, 50_000, 65_536, 262_144] {
            var items = ReceivedItems()
            read.getSlice(at: 7, length: min(length, 262_137)).map { items.append($0) }
            let kept = items.takeFirst()?.storageCapacity ?? .max
            #expect(kept <= max(64, length * ReceivedItems.pinningMax))
        }
    }

    /// A slice from the middle of a longer buffer.
    private func item(_ dice: inout Dice) -> ByteBuffer {
        let lengths = [0, 1, 9, 400, 8_000, 65_536]
        let length = lengths.randomElement(using: &dice) ?? 0
        let around = lengths.randomElement(using: &dice) ?? 0
        var buffer = ByteBuffer(repeating: 0, count: around)
        buffer.writeRepeatingByte(UInt8.random(in: 0...255, using: &dice), count: length)
        return buffer.getSlice(at: around, length: length) ?? ByteBuffer()
    }
}
