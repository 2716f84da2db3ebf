import Hummingbird
import MediaAPI
import NIOCore
import RPC
import Wire

/// Streams a picture, or parts of it, to a client, one item at a time: backpressure from the client
/// reaches mediad, and mediad reads only the parts.
struct PictureBytes: Sendable {
    /// A part, and the bytes before it.
    struct Piece: Sendable {
        var heading = ByteBuffer()
        let range: Range<Int64>

        var count: Int64 { range.upperBound - range.lowerBound }
    }

    /// Held until the response has ended.
    let slot: PictureSlot
    let media: any Caller
    let picture: MediaReference
    /// The picture's tag, from its head.
    let tag: EntityTag
    let callContext: CallContext
    /// At least one.
    let pieces: [Piece]
    /// The bytes after the last part.
    var ending = ByteBuffer()

    /// The length that the response announces.
    var count: Int64 {
        pieces.reduce(Int64(ending.readableBytes)) { sum, piece in
            sum + Int64(piece.heading.readableBytes) + piece.count
        }
    }

    /// Returns the response's body. Waits for the first item, so that a picture that cannot be read
    /// is refused while an error response is still possible.
    func body() async throws -> ResponseBody {
        let stream = try await open(pieces[0])
        let first: ByteBuffer?
        do {
            first = try await stream.next()
        } catch {
            stream.cancel()
            throw error
        }
        return ResponseBody(contentLength: Int(count)) { writer in
            try await write(pieces[0], from: stream, beginning: first, to: &writer)
            for piece in pieces.dropFirst() {
                let stream = try await open(piece)
                try await write(piece, from: stream, beginning: stream.next(), to: &writer)
            }
            if ending.readableBytes > 0 { try await send(ending, to: &writer) }
            try await writer.finish(nil)
        }
    }

    @concurrent
    private func open(_ piece: Piece) async throws(Fault) -> CallStream<FetchMedia> {
        let fetch = FetchMedia(
            media: picture.media,
            variant: picture.variant,
            offset: piece.range.lowerBound,
            length: piece.count,
            sha256: tag.opaque
        )
        return try await media.open(fetch, in: callContext)
    }

    /// A part whose length is not as announced breaks the connection, so that the client does not
    /// take it for complete.
    @concurrent
    private func write(
        _ piece: Piece,
        from stream: CallStream<FetchMedia>,
        beginning first: ByteBuffer?,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        do {
            if piece.heading.readableBytes > 0 { try await send(piece.heading, to: &writer) }
            var item = first
            var left = piece.count
            while let bytes = item {
                left -= Int64(bytes.readableBytes)
                guard left >= 0 else { break }
                try await send(bytes, to: &writer)
                item = try await stream.next()
            }
            guard left == 0 else { throw WireError.bug }
        } catch {
            stream.cancel()
            throw error
        }
    }

    /// Waits until the client, or the system on its behalf, has taken the bytes.
    @concurrent
    private func send(
        _ bytes: ByteBuffer,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        slot.beginWaiting()
        defer { slot.endWaiting() }
        try await writer.write(bytes)
    }
}
