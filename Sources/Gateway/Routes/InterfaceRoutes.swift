import CInterface
import HTTPTypes
import Hummingbird
import NIOCore

extension Gateway {
    /// The API's description, `protocol/openapi.yaml`.
    static let openAPI = ByteBuffer(
        bytes: UnsafeBufferPointer(start: interface_openapi(), count: interface_openapi_size())
    )

    /// The same compressed, as small as it gets: it never changes.
    private static let openAPIGzip = Gzip.compressed(openAPI, level: 9)
    private static let openAPITag = BodyTag(of: openAPI)

    /// The API's description for clients of a public URL. Its path, which a proxy removes, is then in
    /// what generated clients ask for.
    static func openAPI(at publicURL: PublicURL?) -> ByteBuffer {
        guard let publicURL else { return openAPI }
        let url = publicURL.text.hasSuffix("/") ? publicURL.text.dropLast() : publicURL.text[...]
        let text = String(buffer: openAPI).replacing(
            "\nservers:\n  - url: /\n",
            with: "\nservers:\n  - url: \"\(url)\"\n",
            maxReplacements: 1
        )
        return ByteBuffer(string: text)
    }

    /// Adds the API's description, for people and for client generators.
    func addInterface(_ router: Router<GatewayContext>) {
        let compressed = configuration.compression == .gzip ? Self.openAPIGzip : nil
        router.get("openapi.yaml") { http, _ in try interface(http, compressed) }
    }

    private func interface(_ http: Request, _ gzip: ByteBuffer?) throws -> Response {
        try http.refuseQuery()
        let conditions = try Conditions(http.headers)
        let codings = AcceptedCodings(reading: http.headers[values: .acceptEncoding])
        let compressed = codings.hasGzip ? gzip : nil
        let isGzip = compressed != nil
        let tag = Self.openAPITag
        let verdict = conditions.verdict {
            tag.isExpected(by: $0)
        } holding: {
            tag.isHeld(by: $0, acceptingGzip: isGzip)
        }
        var headers: HTTPFields = [
            .cacheControl: "max-age=300", .eTag: tag.entityTag(isGzip: isGzip).description,
        ]
        if gzip != nil { headers[.vary] = "Accept-Encoding" }
        switch verdict {
        case .failed: throw GatewayError.preconditionFailed
        case .notModified(let held):
            if let held { headers[.eTag] = held.description }
            return Response(status: .notModified, headers: headers)
        case .proceed: break
        }
        headers[.contentType] = "application/yaml"
        if isGzip { headers[.contentEncoding] = "gzip" }
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: compressed ?? Self.openAPI)
        )
    }
}
