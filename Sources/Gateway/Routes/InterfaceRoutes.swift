import Hummingbird

extension Gateway {
    /// The health checks of load balancers.
    var health: HealthCheck { HealthCheck(connections: connections) }

    /// Adds the route by which a load balancer learns whether to send requests to this gateway.
    func addHealth(_ router: Router<GatewayContext>) {
        router.get(RouterPath(HealthCheck.path)) { [health] http, _ in
            try http.refuseQuery()
            return try health.response()
        }
    }

    /// Adds the API's description, for people and for client generators.
    func addInterface(_ router: Router<GatewayContext>) {
        let description = InterfaceDescription(
            at: configuration.publicURL,
            compression: configuration.compression
        )
        router.get("openapi.yaml") { http, _ in try description.response(to: http) }
    }
}
