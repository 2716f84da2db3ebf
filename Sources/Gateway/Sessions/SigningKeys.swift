import Crypto
import IdentityAPI
import NIOCore
import RPC
import Synchronization
import Values
import Wire

/// The public keys that verify access tokens, as identity last listed them.
///
/// Refreshed at start, every minute, and when a token names an unknown key, because identity signs
/// with a new key at once. Anyone can invent key IDs, so the latter happens at most `questionsMax`
/// times within `span`.
final class SigningKeys: Sendable {
    typealias Key = Curve25519.Signing.PublicKey

    /// How many times unknown keys may be requested within `span`.
    static let questionsMax = 5
    static let span = Duration.seconds(5)

    private let identity: any Caller
    private let wait: Duration
    private let uptime: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())
    private let singleFlight = SingleFlight()

    private struct State {
        /// `nil` until identity has replied. A cluster without any account has no keys yet.
        var listed: [BoundedText: Listed]?
        /// When unknown keys were requested within the last `span`.
        var questions: [ContinuousClock.Instant] = []
    }

    private struct Listed {
        let key: Key
        let expiresAt: Instant
    }

    init(
        identity: any Caller,
        wait: Duration = Waits().session,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.identity = identity
        self.wait = wait
        self.uptime = uptime
    }

    /// Whether identity has listed its keys.
    var areKnown: Bool {
        state.withLock { $0.listed != nil }
    }

    /// Returns the key with that ID; `nil` if identity has none. Throws `unavailable`, whatever the
    /// reason, while that cannot be determined.
    func key(_ id: String, now: Instant) async throws(Fault) -> Key? {
        guard let id = BoundedText(id, atMost: GatewayLimits.keyIDBytesMax) else { return nil }
        if let key = listed(id, now: now) { return key }
        let outcome = await singleFlight.take { () async -> Result<Void, Fault> in
            if self.listed(id, now: now) != nil { return .success(()) }
            guard self.mayAsk() else { return .failure(WireError.unavailable.fault) }
            return await self.ask()
        }
        guard case .success = outcome else { throw WireError.unavailable.fault }
        return listed(id, now: now)
    }

    /// Fetches identity's keys.
    func refresh() async throws(Fault) {
        try await singleFlight.take { await self.ask() }.get()
    }

    private func ask() async -> Result<Void, Fault> {
        do throws(Fault) {
            let context = CallContext(deadline: .now + wait, priority: .critical)
            replace(try await identity.call(ListSigningKeys(), in: context).keys)
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    private func mayAsk() -> Bool {
        let time = uptime()
        return state.withLock { state in
            state.questions.removeAll { time - $0 >= Self.span }
            guard state.questions.count < Self.questionsMax else { return false }
            state.questions.append(time)
            return true
        }
    }

    private func listed(_ id: BoundedText, now: Instant) -> Key? {
        guard let listed = state.withLock({ $0.listed?[id] }), now < listed.expiresAt else {
            return nil
        }
        return listed.key
    }

    private func replace(_ keys: [ListSigningKeys.SigningKey]) {
        var fresh: [BoundedText: Listed] = [:]
        for listed in keys {
            let bytes = Array(listed.publicKey.readableBytesView)
            guard
                let key = try? Key(rawRepresentation: bytes),
                let id = BoundedText(listed.id, atMost: GatewayLimits.keyIDBytesMax)
            else { continue }
            fresh[id] = Listed(key: key, expiresAt: listed.expiresAt)
        }
        state.withLock { $0.listed = fresh }
    }
}

/// Allows one fetch at a time. Callers that arrive during one share the next, which begins after
/// they arrived: what the current one reads may be older.
private actor SingleFlight {
    typealias FetchResult = Result<Void, Fault>

    private var isTaken = false
    private var waiting: [CheckedContinuation<FetchResult?, Never>] = []

    func take(_ ask: @Sendable () async -> FetchResult) async -> FetchResult {
        if isTaken, let outcome = await withCheckedContinuation({ waiting.append($0) }) {
            return outcome
        }
        isTaken = true
        let followers = waiting
        waiting = []
        let outcome = await ask()
        for follower in followers { follower.resume(returning: outcome) }
        if waiting.isEmpty {
            isTaken = false
        } else {
            // The first in line starts the next fetch.
            waiting.removeFirst().resume(returning: nil)
        }
        return outcome
    }
}
