import NIOCore

/// Items that have arrived and are not yet read.
///
/// A small item is copied behind the one before it: a one-byte item that stayed a slice of the
/// socket's read buffer would keep all of that buffer in memory. A window full of the smallest
/// items costs five times its bytes. An item that is a good part of its read buffer stays in place:
/// the memory that it keeps is at most `pinningMax` times its length.
struct ReceivedItems {
    /// Buffered items, in their order.
    private enum Chunk {
        /// One item, still in its read buffer.
        case whole(ByteBuffer)
        /// Items, each after its length.
        case packed(ByteBuffer)
    }

    private var chunks = CircularBuffer<Chunk>(initialCapacity: 4)
    /// The number of buffered items.
    private(set) var count = 0

    /// How many times an item's length the memory that it keeps may be.
    static let pinningMax = 5

    /// What an item costs of its stream's and its connection's credit: its bytes, and at least one,
    /// so that a flood of empty items is bounded too.
    static func cost(of item: ByteBuffer) -> Int {
        max(1, item.readableBytes)
    }

    mutating func append(_ item: ByteBuffer) {
        count += 1
        guard item.readableBytes * Self.pinningMax < item.storageCapacity else {
            chunks.append(.whole(item))
            return
        }
        var packed = ByteBuffer()
        if case .packed(let last) = chunks.last {
            chunks.removeLast()
            packed = last
        }
        packed.writeInteger(UInt32(item.readableBytes))
        packed.writeImmutableBuffer(item)
        chunks.append(.packed(packed))
    }

    mutating func takeFirst() -> ByteBuffer? {
        switch chunks.popFirst() {
        case nil:
            return nil
        case .whole(let item):
            count -= 1
            return item
        case .packed(var packed):
            guard let length = packed.readInteger(as: UInt32.self) else { return takeFirst() }
            count -= 1
            let item = packed.readSlice(length: Int(length)).map { ByteBuffer(buffer: $0) }
            if packed.readableBytes > 0 {
                if packed.readerIndex > packed.capacity / 2 { packed.discardReadBytes() }
                chunks.prepend(.packed(packed))
            }
            return item
        }
    }
}
