import Hummingbird
import MediaAPI
import NIOCore
import RPC
import Wire

extension CallStream<UploadMedia> {
    /// Sends a request's body as it arrives; backpressure from mediad reaches the client.
    ///
    /// Refuses a body beyond the limit with `gateway.body_too_large`, and one that is not as long
    /// as announced with `gateway.body_broken_off`.
    func sendBody(
        of http: Request,
        atMost limit: Int64,
        holding slot: PictureSlot? = nil
    ) async throws {
        var count: Int64 = 0
        slot?.beginWaiting()
        defer { slot?.endWaiting() }
        try await http.forEachPiece { piece in
            slot?.endWaiting()
            defer { slot?.beginWaiting() }
            var piece = piece
            count += Int64(piece.readableBytes)
            guard count <= limit else { throw GatewayError.bodyTooLarge }
            while let item = piece.readSlice(
                length: Swift.min(piece.readableBytes, Limits.itemBytesMax)
            ),
                item.readableBytes > 0
            {
                try await send(item)
            }
        }
        guard http.contentLength == nil || http.contentLength == count, !Task.isCancelled else {
            throw GatewayError.bodyBrokenOff
        }
        slot?.endWaiting()
        try await finish()
    }
}
