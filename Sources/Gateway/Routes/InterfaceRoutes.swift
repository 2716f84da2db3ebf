import CInterface
import HTTPTypes
import Hummingbird
import NIOCore

extension Gateway {
    /// The API's description, `protocol/openapi.yaml`.
    static var openAPI: ByteBuffer {
        ByteBuffer(
            bytes: UnsafeBufferPointer(start: interface_openapi(), count: interface_openapi_size())
        )
    }

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
        let text = Self.openAPI(at: configuration.publicURL)
        router.get("openapi.yaml") { http, _ in
            try http.refuseQuery()
            return Response(
                status: .ok,
                headers: [.contentType: "application/yaml", .cacheControl: "max-age=300"],
                body: ResponseBody(byteBuffer: text)
            )
        }
    }
}
