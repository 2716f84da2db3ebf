import Hummingbird
import Identifiers
import NIOCore
import RPC
import Values
import Wire

/// What is known of a request while it is answered.
struct GatewayContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// What connects the request's log lines through all services.
    var trace = TraceContext()
    /// Who asks; set behind `Authentication`.
    var viewer: Viewer?
    /// How long the services may take.
    var waits = Waits()
    /// The address that the connection came from.
    let peerAddress: IPAddress?
    /// The connection that the request came on.
    let channel: any Channel
    /// The address of whoever asks, behind proxies; set behind `AddressRateLimiter`.
    var client: IPAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        peerAddress = source.channel.remoteAddress.flatMap { IPAddress($0) }
    }

    /// The person who asks; refuses where a route needs one and has none.
    var signedIn: Viewer {
        get throws(GatewayError) {
            guard let viewer else { throw .tokenMissing }
            return viewer
        }
    }

    /// The id in the path; what is no id names nothing, so nothing is found.
    func id<Kind>(
        _ name: String = "id",
        _ kind: Kind.Type = Kind.self
    ) throws(GatewayError) -> ID<Kind> {
        guard let text = parameters.get(name), let id = ID<Kind>(text) else { throw .notFound }
        return id
    }

    /// The context of a call that answers this request.
    func asking<C: Call>(
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
                ? nil : http.idempotencyKey ?? newKey(for: C.effect)
        )
    }

    /// A write whose client gave no key gets one, so that Transport may repeat it.
    private func newKey(for effect: Effect) -> String? {
        effect == .once ? EventID().description : nil
    }
}
