import Hummingbird
import Identifiers
import NIOCore
import RPC
import Values
import Wire

/// The context of a request while it is served.
struct GatewayContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Connects the request's log lines across all services.
    var trace = TraceContext()
    /// The signed-in user; set by `Authentication`.
    var viewer: Viewer?
    /// The timeouts of calls to the services.
    var waits = Waits()
    /// Whether the response is a page or a file of the web client.
    var isOfSite = false
    /// The address that the connection comes from.
    let peerAddress: IPAddress?
    /// The connection on which the request arrived.
    let channel: any Channel
    /// The client's address, behind proxies; set by `AddressRateLimiter`.
    var client: IPAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        peerAddress = source.channel.remoteAddress.flatMap { IPAddress($0) }
    }

    /// The signed-in user. Throws `gateway.token_missing` if there is none.
    var signedIn: Viewer {
        get throws(GatewayError) {
            guard let viewer else { throw .tokenMissing }
            return viewer
        }
    }

    /// The ID in the path. Text that is not an ID is refused as not found.
    func id<Kind>(
        _ name: String = "id",
        _ kind: Kind.Type = Kind.self
    ) throws(GatewayError) -> ID<Kind> {
        guard let text = parameters.get(name), let id = ID<Kind>(text) else { throw .notFound }
        return id
    }

    /// Returns the context of a call that serves this request.
    func callContext<C: Call>(
        _ call: C.Type,
        _ http: Request,
        within duration: Duration? = nil
    ) throws(Fault) -> CallContext {
        CallContext(
            user: viewer?.user,
            session: viewer?.session,
            isModerator: viewer?.isModerator ?? false,
            deadline: .now + (duration ?? waits.call),
            trace: trace,
            clientAddress: client?.description,
            userAgent: http.userAgent,
            idempotencyKey: try C.effect == .none
                ? nil : http.idempotencyKey ?? newKey(for: C.effect),
            marksRepeats: C.effect != .none
        )
    }

    /// Returns a key for a write without a key of the client, so that Transport may retry it.
    private func newKey(for effect: Effect) -> String? {
        effect == .once ? EventID().description : nil
    }
}
