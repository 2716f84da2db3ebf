import MediaAPI
import Postgres
import RPC
import Wire

extension Media {
    func fetch(
        _ call: FetchMedia,
        _ stream: ServedStream<FetchMedia>,
        in context: CallContext
    ) async throws -> Nothing {
        let picture = try await database.picture(call.media, variant: call.variant)
        guard call.sha256 == nil || call.sha256 == picture.hash.text else {
            throw MediaError.notFound
        }
        let span = try ByteSpan(offset: call.offset, length: call.length, of: picture.bytes)
        try await blobs.withBlob(picture.hash) { file in
            var offset = span.range.lowerBound
            while offset < span.range.upperBound {
                try Task.checkCancellation()
                let part = offset..<min(span.range.upperBound, offset + Limits.itemBytesMax)
                try await stream.send(try await onBlockingThread { try file.readBuffer(part) })
                offset = part.upperBound
            }
        }
        return Nothing()
    }
}
