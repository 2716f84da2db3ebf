import HTTPTypes
import Hummingbird
import Identifiers
import MediaAPI
import NIOCore
import RPC
import Wire

extension Gateway {
    /// Handing pictures in.
    func addUploads(_ signedIn: RouterGroup<GatewayContext>) {
        signedIn.post("media") { http, context in
            let call = try http.upload
            let asking = try context.asking(UploadMedia.self, http, within: GatewayLimits.picture)
            let stream = try await media.open(call, in: asking)
            do {
                try await stream.sendBody(of: http, atMost: MediaLimits.imageBytesMax)
                return try await answer(json.text(stream.replyBytes()), status: .created)
            } catch {
                stream.cancel()
                throw error
            }
        }
    }

    /// Seeing pictures: whoever has the link may.
    func addPictures(_ open: RouterGroup<GatewayContext>) {
        open.get("media/{id}/{variant}") { http, context in
            let (picture, head, asking) = try await described(http, context)
            let fetch = FetchMedia(media: picture.media, variant: picture.variant)
            let bytes = PictureBytes(
                stream: try await media.open(fetch, in: asking),
                count: head.bytes
            )
            return Response(status: .ok, headers: head.headers, body: try await bytes.body())
        }
        open.head("media/{id}/{variant}") { http, context in
            let (_, head, _) = try await described(http, context)
            return Response(status: .ok, headers: head.headers)
        }
    }

    /// The picture that a link names, and the head of its response.
    private func described(
        _ http: Request,
        _ context: GatewayContext
    ) async throws -> (MediaReference, PictureHead, CallContext) {
        let media: MediaID = try context.id()
        let picture = MediaReference(media, variant: context.parameters.get("variant") ?? "")
        let link = try http.query(PictureQuery.self)
        let seconds = try links.secondsLeft(of: picture, end: link.e, signature: link.s)
        let asking = try context.asking(FetchMedia.self, http, within: GatewayLimits.picture)
        let describe = DescribeMedia(media: media, variant: picture.variant)
        let description = try await self.media.call(describe, in: asking)
        return (picture, PictureHead(description, secondsLeft: seconds), asking)
    }
}

/// When a link ends, and its signature.
private struct PictureQuery: Decodable {
    let e: String
    let s: String
}

/// The id that the client gives a picture.
private struct UploadQuery: Decodable {
    let id: MediaID?
}

extension Request {
    /// The call that the head of an upload makes; what cannot become a picture is refused before
    /// its bytes are read.
    fileprivate var upload: UploadMedia {
        get throws {
            let id = try query(UploadQuery.self).id
            try refuseEncoding()
            guard let mediaType, mediaType.hasPrefix("image/") else {
                throw GatewayError.unsupportedMediaType
            }
            if let contentLength, contentLength > MediaLimits.imageBytesMax {
                throw GatewayError.bodyTooLarge
            }
            return UploadMedia(media: id, contentType: mediaType, bytes: contentLength)
        }
    }
}
