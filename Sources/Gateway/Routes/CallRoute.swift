import HTTPTypes
import Hummingbird
import Identifiers
import RPC
import Wire

/// A route that sends one call to a service, and passes the reply on.
///
/// A field of the call comes from where `sources` says; every other one from the query of a `GET`
/// or `DELETE`, or from the body of a `POST`, `PUT` or `PATCH`.
struct CallRoute: Sendable {
    /// Where a field of the call comes from.
    enum Source: Hashable, Sendable {
        /// The path's parameter of this name, an ID. Text that is not an ID is refused as not
        /// found.
        case path(String)
        /// The version in `If-Match`; absent if any will do.
        case ifMatch
        /// The route itself.
        case constant(Bool)
    }

    /// Fields by name, and where they come from.
    typealias Sources = KeyValuePairs<String, Source>

    private let method: HTTPRequest.Method
    private let path: RouterPath
    private let answer: @Sendable (Gateway, Request, GatewayContext) async throws -> Response

    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path below `/v1`, such as `friends/{id}`.
    ///   - call: The call that the route sends.
    ///   - service: Whom it sends it to.
    ///   - status: The status of a successful answer; 204 has no body.
    ///   - sources: The fields of the call that come neither from the query nor from the body.
    init<C: Call>(
        _ method: HTTPRequest.Method,
        _ path: RouterPath,
        _ call: C.Type,
        to service: any KeyPath<Gateway, any Caller> & Sendable,
        status: HTTPResponse.Status = .ok,
        _ sources: Sources = [:]
    ) {
        self.method = method
        self.path = path
        answer = { gateway, http, context in
            let supplied = try sources.map { name, source in
                SuppliedField(name, try source.value(http, context))
            }
            let call: C
            switch method {
            case .get, .delete:
                call = try gateway.queried(C.self, http, supplied)
            default:
                call = try await http.body(C.self, supplied)
                try http.refuseQuery()
            }
            return try await gateway.relay(
                call,
                to: gateway[keyPath: service],
                http,
                context,
                status: status
            )
        }
    }

    /// Adds the route to a router.
    func add(to router: RouterGroup<GatewayContext>, of gateway: Gateway) {
        router.on(path, method: method) { [answer] http, context in
            try await answer(gateway, http, context)
        }
    }
}

extension CallRoute {
    /// The routes that need no sign-in.
    static let open = accounts
    /// The routes that need it.
    static let signedIn = people + friends + challenges + assignments + scores
}

extension CallRoute.Source {
    fileprivate func value(
        _ http: Request,
        _ context: GatewayContext
    ) throws -> SuppliedField.Value {
        switch self {
        case .path(let name): .id(try context.id(name, Never.self).uuid)
        case .ifMatch: .integer(try http.ifVersion)
        case .constant(let value): .bool(value)
        }
    }
}
