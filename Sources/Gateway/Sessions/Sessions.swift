import IdentityAPI
import Identifiers
import Logging
import RPC
import Synchronization
import Values
import Wire

/// Authenticates users by their access tokens, without asking identity as long as its revocations
/// are received (2.8-sessions).
final class Sessions: Sendable {
    let keys: SigningKeys
    let identity: any Caller
    let logger: Logger
    /// The users of tokens whose signature was verified: verification costs more than the rest of a
    /// request. A token may have expired since.
    private let tokens = Cache<BoundedText, Viewer>(limit: GatewayLimits.tokensCachedMax)
    private let log = Mutex(RevocationLog())
    private let wait: Duration
    private let now: @Sendable () -> Instant
    private let uptime: @Sendable () -> ContinuousClock.Instant

    init(
        identity: any Caller,
        logger: Logger,
        wait: Duration,
        now: @escaping @Sendable () -> Instant,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.identity = identity
        self.logger = logger
        self.wait = wait
        self.now = now
        self.uptime = uptime
        keys = SigningKeys(identity: identity, wait: wait, uptime: uptime)
    }

    /// Whether tokens can be verified without asking identity.
    var areKnown: Bool {
        keys.areKnown && isCaughtUp
    }

    /// Whether tokens could ever be verified without asking identity. The keys, once known, stay
    /// known.
    var wereKnown: Bool {
        keys.areKnown && revocations { log, _ in log.hasCaughtUp }
    }

    /// Returns the token's user. Refuses a token that is invalid, expired or signed out. Throws
    /// `unavailable` if only identity could decide and it does not reply.
    func viewer(_ token: String, trace: TraceContext) async throws -> Viewer {
        let viewer = try await verified(token)
        if log.withLock({ $0.hasEnded(viewer.session) }) { throw GatewayError.signedOut }
        return isCaughtUp ? viewer : try await asked(viewer, trace)
    }

    /// Ends a session at this gateway: its tokens are refused from now on.
    func end(_ session: SessionID) {
        log.withLock { $0.end(session, at: uptime()) }
    }

    /// Reads or changes the revocation log, given the current monotonic time.
    func revocations<Value>(
        _ body: (inout RevocationLog, ContinuousClock.Instant) -> Value
    ) -> Value {
        let time = uptime()
        return log.withLock { body(&$0, time) }
    }

    private var isCaughtUp: Bool {
        revocations { log, time in log.isCaughtUp(at: time) }
    }

    private func verified(_ text: String) async throws -> Viewer {
        guard let text = BoundedText(text, atMost: GatewayLimits.tokenBytesMax) else {
            throw GatewayError.tokenInvalid
        }
        if let viewer = tokens[text] {
            guard now() < viewer.expiresAt else { throw GatewayError.tokenExpired }
            return viewer
        }
        let token = try AccessToken(text)
        guard let key = try await keys.key(token.keyID, now: now()) else {
            throw GatewayError.tokenInvalid
        }
        let viewer = try token.viewer(key: key, now: now())
        tokens[text] = viewer
        return viewer
    }

    /// Asks identity about the session, while revocations may have been missed.
    private func asked(_ viewer: Viewer, _ trace: TraceContext) async throws -> Viewer {
        let context = CallContext(
            deadline: .now + wait,
            trace: trace,
            priority: .critical
        )
        let answer: VerifySession.Reply
        do throws(Fault) {
            answer = try await identity.call(VerifySession(session: viewer.session), in: context)
        } catch {
            logger.debug("Session verification failed.", metadata: ["code": "\(error.code)"])
            throw WireError.unavailable
        }
        guard answer.isActive, answer.user == viewer.user else {
            end(viewer.session)
            throw GatewayError.signedOut
        }
        var viewer = viewer
        viewer.isModerator = answer.isModerator
        return viewer
    }
}
