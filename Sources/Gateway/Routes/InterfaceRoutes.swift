import HTTPTypes
import Hummingbird
import NIOCore

extension Gateway {
    /// Adds the API's description, for people and for client generators.
    func addInterface(_ router: Router<GatewayContext>) {
        let text = ByteBuffer(bytes: PackageResources.openapi_yaml)
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
