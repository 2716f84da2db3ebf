import Hummingbird
import MediaAPI
import NIOCore
import RPC
import Wire

extension CallStream<UploadMedia> {
    /// Sends a request's body as it arrives; mediad's pace holds the client back.
    ///
    /// Refuses with `gateway.body_too_large` beyond the limit and with `gateway.body_broken_off`
    /// when fewer bytes come than were announced.
    func sendBody(
        of http: Request,
        atMost limit: Int64,
        holding place: PicturePlace? = nil
    ) async throws {
        var count: Int64 = 0
        place?.beginWaiting()
        defer { place?.endWaiting() }
        try await http.forEachPiece { piece in
            place?.endWaiting()
            defer { place?.beginWaiting() }
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
        place?.endWaiting()
        try await finish()
    }
}
