import Crypto
import IdentityAPI
import NIOCore
import RPC
import Synchronization
import Values
import Wire

/// The public keys that access tokens are verified with, as identity last listed them.
///
/// Asked for at start, every minute, and when a token names an unknown one: then at most once a
/// second, for anybody can invent key ids.
final class SigningKeys: Sendable {
    typealias Key = Curve25519.Signing.PublicKey

    private static let pause = Duration.seconds(1)

    private let identity: any Caller
    private let uptime: @Sendable () -> ContinuousClock.Instant
    private let known = Mutex<[String: Listed]>([:])
    private let turn = Turn()

    private struct Listed {
        let key: Key
        let expiresAt: Instant
    }

    init(identity: any Caller, uptime: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.identity = identity
        self.uptime = uptime
    }

    /// Whether any key is known.
    var areKnown: Bool {
        known.withLock { !$0.isEmpty }
    }

    /// The key of that id; `nil` when identity knows none. Fails with `unavailable`, whatever the
    /// reason, while identity cannot be asked.
    func key(_ id: String, now: Instant) async throws(Fault) -> Key? {
        if let key = listed(id, now: now) { return key }
        do throws(Fault) {
            try await refresh(unlessWithin: Self.pause)
        } catch {
            throw WireError.unavailable.fault
        }
        return listed(id, now: now)
    }

    /// Asks identity for its keys, unless that was done so shortly ago; what came of it then holds.
    func refresh(unlessWithin pause: Duration = .zero) async throws(Fault) {
        let outcome = await turn.take(at: uptime, unlessWithin: pause) {
            () async -> Result<Void, Fault> in
            do throws(Fault) {
                let context = CallContext(
                    deadline: .now + GatewayLimits.session,
                    priority: .critical
                )
                replace(try await identity.call(ListSigningKeys(), in: context).keys)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try outcome.get()
    }

    private func listed(_ id: String, now: Instant) -> Key? {
        guard let listed = known.withLock({ $0[id] }), now < listed.expiresAt else { return nil }
        return listed.key
    }

    private func replace(_ keys: [ListSigningKeys.SigningKey]) {
        var fresh: [String: Listed] = [:]
        for listed in keys {
            let bytes = Array(listed.publicKey.readableBytesView)
            guard let key = try? Key(rawRepresentation: bytes) else { continue }
            fresh[listed.id] = Listed(key: key, expiresAt: listed.expiresAt)
        }
        known.withLock { $0 = fresh }
    }
}

/// Lets one question be asked at a time; whoever comes meanwhile gets its outcome.
private actor Turn {
    private var last: (outcome: Result<Void, Fault>, at: ContinuousClock.Instant)?
    private var isTaken = false
    private var waiting: [CheckedContinuation<Result<Void, Fault>, Never>] = []

    func take(
        at uptime: @Sendable () -> ContinuousClock.Instant,
        unlessWithin pause: Duration,
        _ ask: @Sendable () async -> Result<Void, Fault>
    ) async -> Result<Void, Fault> {
        if let last, uptime() - last.at < pause { return last.outcome }
        if isTaken { return await withCheckedContinuation { waiting.append($0) } }
        isTaken = true
        let outcome = await ask()
        isTaken = false
        last = (outcome, uptime())
        for continuation in waiting { continuation.resume(returning: outcome) }
        waiting = []
        return outcome
    }
}
