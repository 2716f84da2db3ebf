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

    /// What load balancers ask.
    var health: HealthCheck { HealthCheck(connections: connections) }

    /// Adds the route by which a load balancer learns whether to send requests here.
    func addHealth(_ router: Router<GatewayContext>) {
        router.get(RouterPath(HealthCheck.path)) { [health] http, _ in
            try http.refuseQuery()
            return try health.response()
        }
    }

    /// Adds the API's description, for people and for client generators.
    func addInterface(_ router: Router<GatewayContext>) {
        let text = Self.openAPI
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
