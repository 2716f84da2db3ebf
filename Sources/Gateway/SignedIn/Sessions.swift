import IdentityAPI
import Identifiers
import Logging
import RPC
import Synchronization
import Values
import Wire

/// Who is signed in, told from access tokens without asking anybody, as long as identity's
/// revocations are heard (2.8-sessions).
final class Sessions: Sendable {
    let keys: SigningKeys
    let identity: any Caller
    let logger: Logger
    /// Whom a token stands for whose signature was verified: that costs more than the rest of a
    /// request. It may have expired meanwhile.
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

    /// Whether tokens can be told from each other without asking.
    var areKnown: Bool {
        keys.areKnown && isCaughtUp
    }

    /// Whether that was so once: the keys, once known, stay so.
    var wereKnown: Bool {
        keys.areKnown && revocations { log, _ in log.hasCaughtUp }
    }

    /// Who holds the token. Refuses a token that is wrong, expired or signed out; fails with
    /// `unavailable` when only identity could tell and does not answer.
    func viewer(_ token: String, trace: TraceContext) async throws -> Viewer {
        let viewer = try await verified(token)
        if log.withLock({ $0.hasEnded(viewer.session) }) { throw GatewayError.signedOut }
        return isCaughtUp ? viewer : try await asked(viewer, trace)
    }

    /// The session has ended at this gateway: its tokens count no longer.
    func end(_ session: SessionID) {
        log.withLock { $0.end(session, at: uptime()) }
    }

    /// Changes what is known of revocations, with the time on the clock of silence.
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

    /// What identity says of the session while revocations may have been missed.
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
            logger.debug("A session could not be verified.", metadata: ["code": "\(error.code)"])
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
