import HTTPTypes
import Hummingbird
import Identifiers
import MediaAPI
import NIOCore
import RPC
import Values
import Wire

extension Gateway {
    /// Adds the route that uploads pictures.
    func addUploads(_ signedIn: RouterGroup<GatewayContext>) {
        signedIn.post("media") { http, context in
            let call = try http.upload
            try Conditions(http.headers).refuseWrite()
            let callContext = try context.callContext(
                UploadMedia.self,
                http,
                within: GatewayLimits.picture
            )
            let slot = try await context.slot(among: uploadSlots)
            defer { withExtendedLifetime(slot) {} }
            let stream = try await media.caller.open(call, in: callContext)
            do {
                try await stream.sendBody(
                    of: http,
                    atMost: MediaLimits.imageBytesMax,
                    holding: slot
                )
                return try await answer(
                    json.text(stream.replyBytes()),
                    to: http,
                    status: .created
                )
            } catch {
                stream.cancel()
                throw error
            }
        }
    }

    /// Adds the routes that download pictures. Anyone with a signed URL can use them.
    func addPictures(_ open: RouterGroup<GatewayContext>) {
        open.get("media/{id}/{variant}", use: picture)
        open.head("media/{id}/{variant}", use: picture)
    }

    /// Serves the picture that a signed URL names, or the part that the request's headers ask for.
    ///
    /// A picture's head does not change, so it is cached. mediad decides whether the picture can
    /// still be seen, each time it sends the bytes or describes the picture.
    private func picture(_ http: Request, _ context: GatewayContext) async throws -> Response {
        let url = try url(http, context)
        let picture = url.picture
        let callContext = try context.callContext(
            FetchMedia.self,
            http,
            within: GatewayLimits.picture
        )
        if http.method == .get, let head = descriptions[picture] {
            let answer = try PictureAnswer(http.head, for: head, at: signedURLs.moment)
            do {
                if let response = try await bytes(answer, of: url, head, callContext, context) {
                    return response
                }
            } catch let fault as Fault where fault.code == MediaError.notFound.rawValue {
                // The picture was deleted, or its ID now names another picture.
                descriptions[picture] = nil
            }
        }
        let describe = DescribeMedia(media: picture.media, variant: picture.variant)
        let description = try await media.call(describe, in: callContext, for: context)
        let head = PictureHead(description)
        descriptions[picture] = head
        let answer = try PictureAnswer(http.head, for: head, at: signedURLs.moment)
        if http.method == .get,
            let response = try await bytes(answer, of: url, head, callContext, context)
        {
            return response
        }
        return try withoutBytes(answer, of: url, head, context)
    }

    /// Verifies the request's signed URL, and returns its picture and how long it remains valid.
    private func url(_ http: Request, _ context: GatewayContext) throws -> VerifiedURL {
        let media: MediaID = try context.id()
        let picture = MediaReference(media, variant: context.parameters.get("variant") ?? "")
        guard let url = try SignedURL(picture, in: http) else { throw GatewayError.notFound }
        if verifiedURLs[url] == nil {
            guard signedURLs.isSigned(url) else { throw GatewayError.notFound }
            verifiedURLs[url] = true
        }
        guard let left = signedURLs.secondsLeft(until: url.end) else {
            throw GatewayError.notFound
        }
        return VerifiedURL(picture: picture, secondsLeft: left)
    }

    /// Returns a response with bytes of the picture; `nil` if the answer has no bytes.
    private func bytes(
        _ answer: PictureAnswer,
        of url: VerifiedURL,
        _ head: PictureHead,
        _ callContext: CallContext,
        _ context: GatewayContext
    ) async throws -> Response? {
        func bytes(
            _ pieces: [PictureBytes.Piece],
            ending: ByteBuffer = .init()
        ) async throws -> PictureBytes {
            PictureBytes(
                slot: try await readerSlot(context),
                media: media.caller,
                picture: url.picture,
                tag: head.tag,
                callContext: callContext,
                pieces: pieces,
                ending: ending
            )
        }
        switch answer {
        case .whole:
            return Response(
                status: .ok,
                headers: head.headers(head.contentType, bytes: head.bytes, for: url),
                body: try await bytes([.init(range: 0..<head.bytes)]).body()
            )
        case .part(let range):
            let bytes = try await bytes([.init(range: range)])
            var headers = head.headers(head.contentType, bytes: bytes.count, for: url)
            headers[.contentRange] = head.place(of: range)
            return Response(
                status: .partialContent,
                headers: headers,
                body: try await bytes.body()
            )
        case .parts(let ranges):
            let bytes = try await bytes(
                ranges.map { range in
                    .init(
                        heading: head.heading(of: range, isFirst: range == ranges[0]),
                        range: range
                    )
                },
                ending: head.ending
            )
            let type = "multipart/byteranges; boundary=\(head.boundary)"
            return Response(
                status: .partialContent,
                headers: head.headers(type, bytes: bytes.count, for: url),
                body: try await bytes.body()
            )
        case .notModified, .preconditionFailed, .unsatisfiable: return nil
        }
    }

    /// Takes a slot for a download, and hands it to the connection's handler, which reports to it
    /// what the client has received.
    private func readerSlot(_ context: GatewayContext) async throws -> PictureSlot {
        let slot = try await context.slot(among: downloadSlots)
        context.channel.triggerUserOutboundEvent(slot, promise: nil)
        return slot
    }

    /// Returns a response without bytes: the picture's headers, or a refusal.
    private func withoutBytes(
        _ answer: PictureAnswer,
        of url: VerifiedURL,
        _ head: PictureHead,
        _ context: GatewayContext
    ) throws -> Response {
        switch answer {
        case .whole, .part, .parts:
            return Response(
                status: .ok,
                headers: head.headers(head.contentType, bytes: head.bytes, for: url)
            )
        case .notModified:
            return Response(status: .notModified, headers: head.validators(for: url))
        case .preconditionFailed:
            throw GatewayError.preconditionFailed
        case .unsatisfiable:
            let fault = GatewayError.rangeUnsatisfiable.fault
            var response = try Problem(fault: fault, trace: context.trace).response(json)
            response.headers[.contentRange] = "bytes */\(head.bytes)"
            response.headers[.acceptRanges] = "bytes"
            return response
        }
    }
}

/// A verified URL that has not expired.
struct VerifiedURL: Sendable {
    let picture: MediaReference
    let secondsLeft: Int64
}

/// The expiry of a signed URL, and its signature.
private struct SignatureQuery: Decodable {
    let e: String
    let s: String
}

extension SignedURL {
    /// Reads the request's URL, however its query is written; `nil` if the gateway cannot have
    /// written the URL.
    fileprivate init?(_ picture: MediaReference, in http: Request) throws {
        if let url = SignedURL(picture, query: http.uri.query ?? "") {
            self = url
            return
        }
        let query = try http.query(SignatureQuery.self)
        self.init(picture, end: query.e, signature: query.s)
    }
}

/// The ID that the client chose for a picture.
private struct UploadQuery: Decodable {
    let id: MediaID?
}

extension Request {
    /// The call that an upload's head describes. Throws before any byte is read if the body cannot
    /// become a picture.
    fileprivate var upload: UploadMedia {
        get throws {
            let id = try query(UploadQuery.self).id
            try refuseEncoding()
            guard let mediaType,
                mediaType.hasPrefix("image/") || mediaType == "application/octet-stream"
            else {
                throw GatewayError.unsupportedMediaType
            }
            if let contentLength, contentLength > MediaLimits.imageBytesMax {
                throw GatewayError.bodyTooLarge
            }
            return UploadMedia(media: id, contentType: mediaType, bytes: contentLength)
        }
    }
}
