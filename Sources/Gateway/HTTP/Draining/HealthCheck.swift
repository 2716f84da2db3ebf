import HTTPTypes
import Hummingbird
import NIOCore
import Wire

/// The health checks of load balancers and proxies: `GET /health`, `OPTIONS *` and `OPTIONS /`.
/// They need no token, and make no call to a service.
///
/// They do not count against the limits of their address: behind a proxy that is not trusted, all
/// users share its address, and their requests would take the gateway out of service.
struct HealthCheck: Sendable {
    let connections: OpenConnections

    /// The path of the route.
    static let path = "/health"

    /// Whether a request is a health check.
    func isAsked(by request: Request) -> Bool {
        switch request.method {
        case .get, .head: request.uri.path.utf8.elementsEqual(Self.path.utf8)
        case .options: isOfServer(request)
        default: false
        }
    }

    /// Returns the response to an `OPTIONS` for the whole server; `nil` for any other request.
    func options(_ request: Request) throws(Fault) -> Response? {
        guard request.method == .options, isOfServer(request) else { return nil }
        try refuseWhileDraining()
        return Response(status: .noContent)
    }

    /// Returns the response to `GET /health`.
    func response() throws(Fault) -> Response {
        try refuseWhileDraining()
        return Response(
            status: .ok,
            headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: "healthy\n"))
        )
    }

    private func isOfServer(_ request: Request) -> Bool {
        let path = request.uri.path.utf8
        return path.elementsEqual("*".utf8) || path.elementsEqual("/".utf8)
    }

    /// A draining gateway still answers its clients, but reports that it wants no new ones.
    private func refuseWhileDraining() throws(Fault) {
        guard !connections.isDraining else { throw WireError.unavailable.fault }
    }
}
