import NIOCore

/// Items that have arrived and were not yet read, packed one behind the other.
///
/// Packed, because an item of one byte that stays a slice of what was read from the socket would
/// keep all of that in memory; a window full of the smallest items costs five times its bytes.
struct ReceivedItems {
    private var packed = ByteBuffer()
    /// How many items wait.
    private(set) var count = 0

    /// What an item costs of its stream's and its connection's credit: its bytes, and one where it
    /// has none, so that a flood of empty items is bounded too.
    static func cost(of item: ByteBuffer) -> Int {
        max(1, item.readableBytes)
    }

    mutating func append(_ item: ByteBuffer) {
        packed.writeInteger(UInt32(item.readableBytes))
        packed.writeImmutableBuffer(item)
        count += 1
    }

    mutating func takeFirst() -> ByteBuffer? {
        guard let length = packed.readInteger(as: UInt32.self) else { return nil }
        count -= 1
        let item = packed.readSlice(length: Int(length)).map { ByteBuffer(buffer: $0) }
        if count == 0 { packed.clear(minimumCapacity: 0) }
        if packed.readerIndex > packed.capacity / 2 { packed.discardReadBytes() }
        return item
    }
}
