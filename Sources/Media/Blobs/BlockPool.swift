import NIOCore
import Synchronization

/// Memory that blocks of files are read into, used again and again: memory that is new each time
/// costs more than the reading.
///
/// Invariant: at most `keptMax` blocks are kept. One that somebody still holds is not written to.
final class BlockPool: Sendable {
    private let kept = Mutex(CircularBuffer<ByteBuffer>())
    private static let keptMax = 16

    /// Reads a range of a file. May block.
    func read(_ range: Range<Int>, of file: BlobFile) throws -> ByteBuffer {
        // The one that has lain longest: most likely all of it was sent meanwhile.
        var block = kept.withLock { $0.popFirst() } ?? ByteBuffer()
        // Takes other memory where slices of it are still on their way.
        block.clear(minimumCapacity: range.count)
        try file.read(range, into: &block)
        return block
    }

    /// Takes a block back; slices of it may live on.
    func giveBack(_ block: ByteBuffer) {
        kept.withLock { kept in
            if kept.count < Self.keptMax { kept.append(block) }
        }
    }
}
