import HTTPTypes
import Hummingbird
import NIOCore

/// Content that is ready to be sent. It does not change, so it is compressed once.
struct WebFile: Sendable {
    private let content: ByteBuffer
    private let gzip: ByteBuffer?
    private let tag: BodyTag
    private let mediaType: String

    /// - Parameters:
    ///   - content: The content.
    ///   - mediaType: Its media type.
    ///   - compression: Whether clients that accept gzip get it.
    init(_ content: ByteBuffer, mediaType: String, compression: Compression) {
        self.content = content
        self.mediaType = mediaType
        gzip = compression == .gzip ? Gzip.compressed(content, level: 9) : nil
        tag = BodyTag(of: content)
    }

    /// Returns the content, or the response that the request's conditions require.
    ///
    /// - Parameters:
    ///   - http: The request.
    ///   - status: The status. Conditions apply only to a success.
    ///   - cacheControl: How long caches may keep it.
    ///   - others: More headers of the content.
    /// - Returns: The response.
    /// - Throws: `gateway.precondition_failed`, and the errors of `Conditions`.
    func response(
        to http: Request,
        status: HTTPResponse.Status = .ok,
        cacheControl: String,
        adding others: HTTPFields = [:]
    ) throws -> Response {
        let conditions = status == .ok ? try Conditions(http.headers) : Conditions()
        let codings = AcceptedCodings(reading: http.headers[values: .acceptEncoding])
        let compressed = codings.hasGzip ? gzip : nil
        let isGzip = compressed != nil
        let verdict = conditions.verdict {
            tag.isExpected(by: $0)
        } holding: {
            tag.isHeld(by: $0, acceptingGzip: isGzip)
        }
        var headers: HTTPFields = [
            .cacheControl: cacheControl, .eTag: tag.entityTag(isGzip: isGzip).description,
        ]
        if gzip != nil { headers[.vary] = "Accept-Encoding" }
        switch verdict {
        case .failed: throw GatewayError.preconditionFailed
        case .notModified(let held):
            if let held { headers[.eTag] = held.description }
            return Response(status: .notModified, headers: headers)
        case .proceed: break
        }
        headers[.contentType] = mediaType
        if isGzip { headers[.contentEncoding] = "gzip" }
        headers.append(contentsOf: others)
        return Response(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: compressed ?? content)
        )
    }
}
