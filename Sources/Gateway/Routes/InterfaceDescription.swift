import CInterface
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

/// The API's description, `protocol/openapi.yaml`, ready to be sent. It does not change while the
/// process runs, so it is compressed once.
struct InterfaceDescription: Sendable {
    let text: ByteBuffer
    private let gzip: ByteBuffer?
    private let tag: BodyTag

    /// - Parameters:
    ///   - publicURL: The URL at which clients reach the gateway. It becomes the server of the
    ///     description. A proxy removes its path, which generated clients then send.
    ///   - compression: Whether clients that accept gzip get it.
    init(at publicURL: PublicURL?, compression: Compression) {
        text = publicURL.map(Self.text(at:)) ?? Self.text
        gzip = compression == .gzip ? Gzip.compressed(text, level: 9) : nil
        tag = BodyTag(of: text)
    }

    /// The compressed description without a public URL; compressed at the first request.
    static let standard = InterfaceDescription(at: nil, compression: .gzip)

    /// The description without a public URL.
    static let text = ByteBuffer(
        bytes: UnsafeBufferPointer(start: interface_openapi(), count: interface_openapi_size())
    )

    private static func text(at publicURL: PublicURL) -> ByteBuffer {
        let hasSlash = publicURL.text.utf8.last == UInt8(ascii: "/")
        let url = hasSlash ? publicURL.text.dropLast() : publicURL.text[...]
        let text = String(buffer: text).replacing(
            "\nservers:\n  - url: /\n",
            with: "\nservers:\n  - url: \"\(url)\"\n",
            maxReplacements: 1
        )
        return ByteBuffer(string: text)
    }

    /// Returns the description, or the response that the request's conditions require.
    func response(to http: Request) throws -> Response {
        try http.refuseQuery()
        let conditions = try Conditions(http.headers)
        let codings = AcceptedCodings(reading: http.headers[values: .acceptEncoding])
        let compressed = codings.hasGzip ? gzip : nil
        let isGzip = compressed != nil
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
            body: ResponseBody(byteBuffer: compressed ?? text)
        )
    }
}
