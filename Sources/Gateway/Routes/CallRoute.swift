import HTTPTypes
import Hummingbird
import Identifiers
import RPC
import Wire

/// A route that sends a call to a service and returns the reply.
///
/// `sources` names where fields of the call come from. All other fields come from the query of a
/// `GET` or `DELETE`, or from the body of a `POST`, `PUT` or `PATCH`. The API's description is
/// written from these routes and their calls.
struct CallRoute: Sendable {
    /// Where a field of the call comes from.
    enum Source: Hashable, Sendable {
        /// The path parameter of this name, an ID. Text that is not an ID is refused as not found.
        case path(String)
        /// The path parameter of this name, a contest's code. Text that does not begin like one is
        /// refused as an unknown code.
        case code(String)
        /// The path parameter of this name, an invite's code. Text that does not begin like one is
        /// refused as an unknown invite.
        case invite(String)
        /// The path parameter of this name, a metric. Any other text is refused as not found.
        case metric(String)
        /// The path parameter of this name, a provider of logins. Any other text is refused as not
        /// found.
        case provider(String)
        /// The path parameter of this name, a day. Any other text is refused at the field.
        case day(String)
        /// A version in `If-Match`; absent if any version will do.
        case ifMatch
        /// The browser's cookie.
        case cookie
        /// The value of `Accept-Language`; absent without that header.
        case acceptLanguage
        /// A value that the route sets.
        case constant(Bool)
        /// No source: the field belongs to another route of the call.
        case absent
    }

    /// The sources of fields, by the fields' names.
    typealias Sources = KeyValuePairs<String, Source>
    /// Answers a request in the route's own way.
    typealias Answer = @Sendable (Gateway, Request, GatewayContext) async throws -> Response

    let method: HTTPRequest.Method
    /// The path below `/v1`, such as `friends/{id}`.
    let path: String
    /// The route's name in the API's description, unique.
    let operation: String
    let call: any Call.Type
    /// A call to another service. The fields of its reply are added to the response if the reply
    /// arrives in time.
    let joined: (any Call.Type)?
    /// What the body shows of the call's reply; `nil` if it shows all.
    let shown: (any (Decodable & Sendable).Type)?
    let status: HTTPResponse.Status
    let sources: Sources
    private let answer: Answer

    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path below `/v1`.
    ///   - call: The call that the route sends.
    ///   - service: The service that it is sent to.
    ///   - list: The call that takes the cursors of the reply's pages; `call` itself if `nil`.
    ///   - status: The status of a successful answer; 204 has no body.
    ///   - operation: The route's name; the call's name if `nil`.
    ///   - sources: The fields of the call that come neither from the query nor from the body.
    init<C: Call>(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ call: C.Type,
        to service: any KeyPath<Gateway, LimitedCaller> & Sendable,
        continuing list: (any Call.Type)? = nil,
        status: HTTPResponse.Status = .ok,
        named operation: String? = nil,
        _ sources: Sources = [:]
    ) {
        let list = C.Reply.self is any Paged.Type ? (list ?? call).id : nil
        let version = sources.first { $0.value == .ifMatch }?.key
        self.init(method, path, call, status: status, named: operation, sources) {
            gateway,
            http,
            context in
            let fixed = try sources.compactMap { name, source in
                try source.value(http, context).map { SuppliedField(name, $0) }
            }
            let viewed = try list.map { try ViewedList($0, sources, context) }
            let conditions = try Conditions(http.headers)
            let service = gateway[keyPath: service]
            if method == .get {
                return try await gateway.relay(
                    gateway.queried(C.self, http, fixed, list: viewed),
                    to: service,
                    http,
                    context,
                    status: status,
                    list: viewed,
                    if: conditions
                )
            }
            let versions = try conditions.versions(of: version)
            if method != .delete {
                // Checks of the head alone come before the body is read.
                try http.refuseQuery()
                if C.effect != .none { _ = try http.idempotencyKey }
            }
            let body = method == .delete ? nil : try await http.jsonBody()
            return try await gateway.relay(anyOf: versions) { expected in
                let supplied =
                    fixed + (version.map { [SuppliedField($0, .integer(expected))] } ?? [])
                guard let body else {
                    return try gateway.queried(C.self, http, supplied, list: viewed)
                }
                return try Request.call(C.self, in: body, supplied)
            } _: { call in
                try await gateway.relay(call, to: service, http, context, status: status)
            }
        }
    }

    /// Creates a route that does more than pass its call on: `answer` answers its requests.
    /// `joined` is a call to another service, whose reply is added; `shown` is what the body shows
    /// of the call's reply, unless it shows all.
    init<C: Call>(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ call: C.Type,
        joining joined: (any Call.Type)? = nil,
        status: HTTPResponse.Status = .ok,
        named operation: String? = nil,
        answering shown: (any (Decodable & Sendable).Type)? = nil,
        _ sources: Sources = [:],
        answer: @escaping Answer
    ) {
        self.method = method
        self.path = path
        let name = String(describing: call)
        self.operation = operation ?? name.prefix(1).lowercased() + name.dropFirst()
        self.call = call
        self.joined = joined
        self.shown = shown
        self.status = status
        self.sources = sources
        self.answer = answer
    }

    /// Adds the route to a router.
    func add(to router: RouterGroup<GatewayContext>, of gateway: Gateway) {
        router.on(RouterPath(path), method: method) { [answer] http, context in
            try await answer(gateway, http, context)
        }
    }
}

extension CallRoute {
    /// All routes, by the tags that they have in the API's description.
    static let tagged: KeyValuePairs<String, [CallRoute]> = [
        "sessions": sessions + browserSessions + logins, "people": people,
        "friends": friends + suggestions,
        "inbox": inbox,
        "home": home, "goals": goals, "health": health, "reminders": reminders, "timings": timings,
        "challenges": challenges,
        "definitions": definitions, "opinions": opinions,
        "assignments": assignments, "contests": contests, "entries": entries, "photos": photos,
        "codes": codes + invites, "scores": scores, "medals": medals, "streaks": streaks,
        "media": holdings,
    ]
    /// The routes that need no sign-in.
    static let open = tagged.flatMap(\.value).filter(\.isOpen)
    /// The routes that need sign-in.
    static let signedIn = tagged.flatMap(\.value).filter { !$0.isOpen }

    /// Whether the route needs no sign-in.
    var isOpen: Bool { call.access == .anyone }
}

extension ViewedList {
    /// The list that a request reads: the call that takes its cursors, and the values in its path.
    fileprivate init(
        _ call: CallID,
        _ sources: CallRoute.Sources,
        _ context: GatewayContext
    ) throws {
        let path = try sources.compactMap { name, source -> (name: String, value: String)? in
            switch source {
            case .path(let parameter):
                (name, try context.id(parameter, Never.self).description)
            case .code(let parameter): (name, try context.code(parameter))
            case .invite(let parameter): (name, try context.invite(parameter))
            case .metric(let parameter): (name, try context.metric(parameter))
            case .provider(let parameter): (name, try context.provider(parameter))
            case .day(let parameter): (name, context.parameters.get(parameter) ?? "")
            case .ifMatch, .cookie, .acceptLanguage, .constant, .absent: nil
            }
        }
        self.init(viewer: context.viewer?.user, call: call, path: path)
    }
}

extension CallRoute.Source {
    /// The value of a field; `nil` for `ifMatch`, whose versions are tried one by one, and for
    /// `cookie`, which only routes with an answer of their own read.
    fileprivate func value(
        _ http: Request,
        _ context: GatewayContext
    ) throws -> SuppliedField.Value? {
        switch self {
        case .path(let name): .id(try context.id(name, Never.self).uuid)
        case .code(let name): .text(try context.code(name))
        case .invite(let name): .text(try context.invite(name))
        case .metric(let name): .text(try context.metric(name))
        case .provider(let name): .text(try context.provider(name))
        case .day(let name): .text(context.parameters.get(name) ?? "")
        case .ifMatch, .cookie: nil
        case .acceptLanguage: .text(http.acceptLanguage)
        case .constant(let value): .bool(value)
        case .absent: .text(nil)
        }
    }
}
