import HTTPTypes
import Hummingbird
import NIOCore
import Wire

extension Gateway {
    /// Returns a response with a JSON body, compressed if the client accepts it. The conditions of
    /// a `GET` may turn it into a 304 or 412.
    ///
    /// - Parameters:
    ///   - text: The body.
    ///   - http: The request.
    ///   - status: The status.
    ///   - row: The reply that the body shows, if it has a version.
    ///   - conditions: The conditions to evaluate. Those of a write were evaluated before it.
    ///   - hasSecrets: Whether the body must not be compressed.
    /// - Returns: The response.
    /// - Throws: `gateway.precondition_failed`, with the row.
    func answer(
        _ text: ByteBuffer,
        to http: Request,
        status: HTTPResponse.Status = .ok,
        row: ByteBuffer? = nil,
        if conditions: Conditions = Conditions(),
        hasSecrets: Bool = false
    ) throws -> Response {
        let mayCompress = configuration.compression == .gzip && !hasSecrets
        let tag = try row.map { BodyTag(version: try json.version(of: $0), of: text) }
        let acceptsGzip =
            mayCompress && AcceptedCodings(reading: http.headers[values: .acceptEncoding]).hasGzip
        var headers: HTTPFields = [.cacheControl: "no-store"]
        if mayCompress { headers[.vary] = "Accept-Encoding" }
        let verdict = conditions.verdict {
            tag?.isExpected(by: $0) ?? false
        } holding: {
            tag?.isHeld(by: $0, acceptingGzip: acceptsGzip) ?? false
        }
        if verdict == .failed {
            var fault = GatewayError.preconditionFailed.fault
            fault.current = row
            throw fault
        }
        let worthIt = acceptsGzip && text.readableBytes >= Compression.bytesMin
        let compressed = worthIt ? Gzip.compressed(text) : nil
        let entityTag = tag?.entityTag(isGzip: compressed != nil)
        if case .notModified(let held) = verdict {
            headers[.eTag] = (held ?? entityTag)?.description
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = "application/json"
        headers[.eTag] = entityTag?.description
        if compressed != nil { headers[.contentEncoding] = "gzip" }
        return Response(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: compressed ?? text)
        )
    }
}
