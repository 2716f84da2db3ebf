import NIOCore
import NIOPosix
import Synchronization
import Values

/// The keys of one provider: in memory, in the store that replicas share, and at the provider.
///
/// Keys are fetched when they are needed and no longer fresh, or when a token names an unknown one.
/// All replicas together fetch at most once a minute, or once in 5 seconds while they have no keys
/// to use; callers of one replica share a fetch. While fetches fail the old keys stay in use, for a
/// day after they were fetched: a shorter outage of a provider refuses nobody.
final class KeyRing: Sendable {
    /// How long a fetch may take, and how long another replica's is waited for.
    static let fetchTime = TimeAmount.milliseconds(2_500)

    private enum Outcome {
        case fetched
        case failed
    }

    private struct Held: Sendable {
        let keys: ProviderKeys
        let set: ProviderKeySet
    }

    private struct State: Sendable {
        var held: Held?
        /// When this replica last began a fetch.
        var attemptedAt: Instant?
        /// A fetch of this replica.
        var underWay: EventLoopFuture<Outcome>?
    }

    private let provider: Provider
    private let target: WebTarget
    private let web: WebClient
    private let store: any ProviderKeyStore
    private let health: ProviderHealth
    private let now: @Sendable () -> Instant
    private let state = Mutex(State())

    init(
        _ provider: Provider,
        at target: WebTarget,
        web: WebClient,
        store: any ProviderKeyStore,
        health: ProviderHealth,
        now: @escaping @Sendable () -> Instant
    ) {
        (self.provider, self.target, self.web) = (provider, target, web)
        (self.store, self.health, self.now) = (store, health, now)
    }

    /// The keys in use, for the operator.
    func status() async -> (fetchedAt: Instant?, count: Int) {
        await adoptStored()
        let held = usable
        return (held?.keys.fetchedAt, held?.set.count ?? 0)
    }

    /// A set of keys with the one that a token names.
    ///
    /// - Parameter keyID: The id in the token, which an attacker may have invented.
    /// - Returns: The set.
    /// - Throws: `ProviderRefusal.invalidToken` if there is no such key; `unavailable` if that
    ///   cannot be known.
    func set(with keyID: [UInt8]) async throws(ProviderRefusal) -> ProviderKeySet {
        if let set = freshSet(with: keyID) { return set }
        await adoptStored()
        if let set = freshSet(with: keyID) { return set }
        let outcome = await fetchShared()
        if let set = usable?.set, set.contains(keyID) { return set }
        throw outcome == .fetched ? .invalidToken : .unavailable
    }

    private var held: Held? { state.withLock { $0.held } }

    /// The keys, unless they are too old.
    private var usable: Held? {
        held.flatMap { now() - $0.keys.fetchedAt <= KeyRules.used ? $0 : nil }
    }

    private func freshSet(with keyID: [UInt8]) -> ProviderKeySet? {
        guard let held, now() < held.keys.freshUntil, held.set.contains(keyID) else { return nil }
        return held.set
    }

    /// Takes over newer keys that a replica has stored.
    private func adoptStored() async {
        do {
            guard let keys = try await store.load(provider) else { return }
            adopt(keys)
        } catch {
            health.note("the stored keys", WebFailure("they cannot be read"))
        }
    }

    /// - Returns: Whether the keys are usable.
    @discardableResult
    private func adopt(_ keys: ProviderKeys) -> Bool {
        if let held, held.keys == keys { return true }
        guard let set = ProviderKeySet(keys.json) else { return false }
        state.withLock { state in
            if let held = state.held, held.keys.fetchedAt > keys.fetchedAt { return }
            state.held = Held(keys: keys, set: set)
        }
        return true
    }

    private func fetchShared() async -> Outcome {
        let promise = MultiThreadedEventLoopGroup.singleton.next().makePromise(of: Outcome.self)
        let underWay = state.withLock { state in
            if let future = state.underWay { return Optional(future) }
            state.underWay = promise.futureResult
            return nil
        }
        if let underWay {
            promise.succeed(.failed)
            return (try? await underWay.get()) ?? .failed
        }
        // Others wait for it too, and so it ends although its first caller may have gone.
        let outcome = try? await uncancelled { [self] in
            let outcome = await fetchOnceAMinute()
            state.withLock { $0.underWay = nil }
            promise.succeed(outcome)
            return outcome
        }
        return outcome ?? .failed
    }

    private func fetchOnceAMinute() async -> Outcome {
        let now = now()
        let pause = usable == nil ? KeyRules.pauseWithoutKeys : KeyRules.pause
        do {
            let other = try await store.claim(provider, at: now, unlessSince: now - pause)
            guard let other else { return await fetch(at: now) }
            return await waitForKeys(of: other, at: now)
        } catch {
            // Without the store, this replica keeps the pause for itself.
            let last = state.withLock { $0.attemptedAt }
            if let last, last + pause > now {
                return (held?.keys.fetchedAt).map { $0 >= last } ?? false ? .fetched : .failed
            }
            return await fetch(at: now)
        }
    }

    private func fetch(at now: Instant) async -> Outcome {
        state.withLock { $0.attemptedAt = now }
        do throws(WebFailure) {
            let answer = try await web.get(
                target,
                bytesMax: ProviderKeySet.bytesMax,
                until: .now() + Self.fetchTime
            )
            guard answer.status == 200 else {
                throw WebFailure("it answered \(answer.status)")
            }
            let keys = ProviderKeys(
                json: answer.body,
                fetchedAt: now,
                freshUntil: KeyRules.freshUntil(answer, fetchedAt: now)
            )
            guard adopt(keys) else { throw WebFailure("it answered with no usable keys") }
            await save(keys)
            return .fetched
        } catch {
            health.note("keys from \(target.host)", error)
            return .failed
        }
    }

    private func save(_ keys: ProviderKeys) async {
        do {
            try await store.save(keys, of: provider)
        } catch {
            health.note("the stored keys", WebFailure("they cannot be written"))
        }
    }

    /// Waits for the keys that another replica fetches.
    private func waitForKeys(of claim: Instant, at now: Instant) async -> Outcome {
        let end = NIODeadline.now() + Self.fetchTime
        // A fetch of this replica's own is over: callers share it.
        let isOwn = state.withLock { $0.attemptedAt } == claim
        let isUnderWay = !isOwn && now - claim < .nanoseconds(Self.fetchTime.nanoseconds)
        while true {
            await adoptStored()
            if let held, held.keys.fetchedAt >= claim { return .fetched }
            guard isUnderWay, NIODeadline.now() < end else { return .failed }
            do {
                try await Task.sleep(for: .milliseconds(50))
            } catch {
                return .failed
            }
        }
    }
}
