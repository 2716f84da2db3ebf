import MediaAPI
import NIOCore
import RPC
import Wire

extension Media {
    /// How much is read from a file at once: as much as a stream may carry before its first credit,
    /// so that one way to another thread serves several items.
    private static let blockBytes = 4 * Limits.itemBytesMax

    func fetch(
        _ call: FetchMedia,
        _ stream: ServedStream<FetchMedia>,
        in context: CallContext
    ) async throws -> Nothing {
        let picture = try await picture(call.media, variant: call.variant)
        guard call.sha256 == nil || call.sha256 == picture.hash.text else {
            throw MediaError.notFound
        }
        let span = try ByteSpan(offset: call.offset, length: call.length, of: picture.bytes)
        var block = span.range.prefix(Self.blockBytes)
        try await blobs.withBlob(picture.hash, from: block) { file, first in
            var bytes = first
            while true {
                try Task.checkCancellation()
                try await stream.send(contentsOf: bytes.items)
                blobs.blocks.giveBack(bytes)
                bytes = ByteBuffer()
                guard block.upperBound < span.range.upperBound else { return }
                let next = (block.upperBound..<span.range.upperBound).prefix(Self.blockBytes)
                bytes = try await onBlockingThread { try blobs.blocks.read(next, of: file) }
                block = next
            }
        }
        return Nothing()
    }
}

extension ByteBuffer {
    /// The bytes in items that are as long as they may be.
    fileprivate var items: [ByteBuffer] {
        stride(from: readerIndex, to: writerIndex, by: Limits.itemBytesMax).compactMap { index in
            getSlice(at: index, length: min(writerIndex - index, Limits.itemBytesMax))
        }
    }
}
