import Logging
import Synchronization
import TestBasics
import TestKit
import Values

@testable import Providers

/// A provider on this machine, and what checks its tokens.
struct Scene: Sendable {
    static let client = "com.example.gauntlet"

    let local: LocalProvider
    let authority: Authority
    let clock: StoppedClock
    let store = MemoryKeyStore()
    let log = CapturedLog()

    /// Runs a test with a provider.
    static func run(
        _ kind: LocalProvider.Kind,
        _ body: @Sendable (Scene) async throws -> Void
    ) async throws {
        let clock = StoppedClock()
        try await Authority.run { authority, _ in
            try await LocalProvider.run(
                kind,
                client: client,
                certificate: authority.issue("localhost", validFor: "IP:127.0.0.1,DNS:localhost"),
                now: { clock.now }
            ) { local in
                try await body(Scene(local: local, authority: authority, clock: clock))
            }
        }
    }

    private init(local: LocalProvider, authority: Authority, clock: StoppedClock) {
        (self.local, self.authority, self.clock) = (local, authority, clock)
    }

    var provider: Provider { Provider(local.kind) }

    /// A new verifier, as of one more replica.
    func verifier(
        url: String? = nil,
        trusting file: String? = nil,
        secret: String? = nil
    ) throws -> ProviderVerifier {
        let (clock, address) = (clock, ProviderAddress(url ?? local.url))
        let file = file ?? authority.file
        let settings: ProviderSettings =
            switch local.kind {
            case .facebook:
                .facebook(
                    app: Self.client,
                    secret: secret ?? local.secret,
                    graph: address,
                    keys: address,
                    authorities: file
                )
            case .apple: .apple(clients: [Self.client, "web"], keys: address, authorities: file)
            case .google: .google(clients: [Self.client, "web"], keys: address, authorities: file)
            }
        return try ProviderVerifier(
            [settings],
            store: store,
            logger: log.logger,
            now: { clock.now }
        )
    }
}

extension Provider {
    init(_ kind: LocalProvider.Kind) {
        self =
            switch kind {
            case .facebook: .facebook
            case .apple: .apple
            case .google: .google
            }
    }
}

extension ProviderVerifier {
    /// The account of an identity token.
    func verify(
        _ token: String,
        nonce: String? = nil,
        with provider: Provider
    ) async throws(ProviderRefusal) -> ProviderAccount {
        try await verify(.identityToken(token, nonce: nonce), with: provider)
    }

    /// Why a credential is refused; `nil` if it is not.
    func refusal(
        of credential: ProviderCredential,
        with provider: Provider
    ) async -> ProviderRefusal? {
        do throws(ProviderRefusal) {
            _ = try await verify(credential, with: provider)
            return nil
        } catch {
            return error
        }
    }
}

/// Keys in memory, as replicas share them.
final class MemoryKeyStore: ProviderKeyStore {
    private struct State {
        var keys: [Provider: ProviderKeys] = [:]
        var claims: [Provider: Instant] = [:]
        var fails = false
    }

    struct Broken: Error {}

    private let state = Mutex(State())

    /// Makes it fail from now on.
    func breaks() { state.withLock { $0.fails = true } }

    /// Stores keys, whatever is stored.
    func replace(_ keys: ProviderKeys, of provider: Provider) {
        state.withLock { $0.keys[provider] = keys }
    }

    /// Notes a claim of another replica.
    func claimed(_ provider: Provider, at instant: Instant) {
        state.withLock { $0.claims[provider] = instant }
    }

    func load(_ provider: Provider) async throws -> ProviderKeys? {
        try state.withLock { state in
            if state.fails { throw Broken() }
            return state.keys[provider]
        }
    }

    func save(_ keys: ProviderKeys, of provider: Provider) async throws {
        try state.withLock { state in
            if state.fails { throw Broken() }
            if let old = state.keys[provider], old.fetchedAt > keys.fetchedAt { return }
            state.keys[provider] = keys
        }
    }

    func claim(
        _ provider: Provider,
        at now: Instant,
        unlessSince before: Instant
    ) async throws -> Instant? {
        try state.withLock { state in
            if state.fails { throw Broken() }
            if let latest = state.claims[provider], latest >= before { return latest }
            state.claims[provider] = now
            return nil
        }
    }
}
