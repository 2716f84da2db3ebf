import MediaAPI
import NIOCore
import Postgres
import RPC
import Wire

extension Media {
    /// How much to read from a file at once: a stream's initial credit, so that one thread hop
    /// serves several items.
    private static let blockBytes = 4 * Limits.itemBytesMax

    func fetchMedia(
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
        try await withFile(of: picture, from: block) { file, first in
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

    /// Opens a picture's file and reads its first bytes. Moves the file back from `lost/` if it is
    /// there (2.12-lost); throws `media.not_found` if there is no file.
    private func withFile(
        of picture: Picture,
        from first: Range<Int>,
        _ use: (BlobFile, ByteBuffer) async throws -> Void
    ) async throws {
        do {
            try await blobs.withBlob(picture.hash, from: first, use)
        } catch let error as BlobError where error.isMissing {
            let isBack = try await takeBack(picture.hash)
            // The file is rightly gone if the picture was deleted meanwhile.
            guard try await pictures.value(for: picture.id)?.hash == picture.hash else {
                throw MediaError.notFound
            }
            guard isBack else {
                missing.note(picture.hash, error)
                throw MediaError.notFound
            }
            try await blobs.withBlob(picture.hash, from: first, use)
        }
    }
}

extension ByteBuffer {
    /// The bytes as items of maximum size.
    fileprivate var items: [ByteBuffer] {
        stride(from: readerIndex, to: writerIndex, by: Limits.itemBytesMax).compactMap { index in
            getSlice(at: index, length: min(writerIndex - index, Limits.itemBytesMax))
        }
    }
}
