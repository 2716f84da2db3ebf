import NIOCore
import Synchronization

/// Reuses the memory that blocks of files are read into: allocating it each time costs more than
/// reading.
///
/// Invariant: at most `keptMax` blocks are kept. A block that is still referenced is not written
/// to.
final class BlockPool: Sendable {
    private let kept = Mutex(CircularBuffer<ByteBuffer>())
    private static let keptMax = 16

    /// Reads a range of a file. May block.
    func read(_ range: Range<Int>, of file: BlobFile) throws -> ByteBuffer {
        // The block that was returned first: most likely all of it has been sent.
        var block = kept.withLock { $0.popFirst() } ?? ByteBuffer()
        // Allocates new memory if slices of it are still being sent.
        block.clear(minimumCapacity: range.count)
        try file.read(range, into: &block)
        return block
    }

    /// Returns a block to the pool; slices of it may live on.
    func giveBack(_ block: ByteBuffer) {
        kept.withLock { kept in
            if kept.count < Self.keptMax { kept.append(block) }
        }
    }
}
