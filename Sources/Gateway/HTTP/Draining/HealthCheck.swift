import HTTPTypes
import Hummingbird
import NIOCore
import Wire

/// What load balancers and proxies ask to learn whether to send requests here: `GET /health`,
/// `OPTIONS *` and `OPTIONS /`. Any of them is answered without a token and without a call.
///
/// None counts against its address's limits: where a proxy is not trusted, all users have its
/// address, and their requests would take the gateway out of service.
struct HealthCheck: Sendable {
    let connections: OpenConnections

    /// The path of the route.
    static let path = "/health"

    /// Whether a request is one of them.
    func isAsked(by request: Request) -> Bool {
        switch request.method {
        case .get, .head: request.uri.path.utf8.elementsEqual(Self.path.utf8)
        case .options: isOfServer(request)
        default: false
        }
    }

    /// Returns the answer to an `OPTIONS` for the whole server; `nil` if it is another request.
    func options(_ request: Request) throws(Fault) -> Response? {
        guard request.method == .options, isOfServer(request) else { return nil }
        try refuseWhileDraining()
        return Response(status: .noContent)
    }

    /// Returns the answer to `GET /health`.
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

    /// A gateway that stops still answers what comes, but is to get no more.
    private func refuseWhileDraining() throws(Fault) {
        guard !connections.isDraining else { throw WireError.unavailable.fault }
    }
}
