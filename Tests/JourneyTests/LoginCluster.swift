import Crypto
import FoundationEssentials
import Hummingbird
import HummingbirdTesting
import Postgres
import Providers
import RPC
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway
@testable import Identity
@testable import Media

/// Two gateways on sockets, each before an identityd of its own, with one database, one mediad and
/// the three providers.
struct LoginCluster: Sendable {
    let providers: LocalProviders
    let clock: StoppedClock
    /// A phone at each gateway, on which nobody is signed in.
    let phones: [Phone]

    /// Runs `body` on a new cluster; over `.router` the requests go into the gateways directly.
    static func run(
        over setup: TestingSetup = .live,
        _ body: @escaping @Sendable (LoginCluster) async throws -> Void
    ) async throws {
        let clock = StoppedClock(at: .now())
        let directory = FileManager.default.temporaryDirectory.path + "/logins-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await LocalProviders.run(now: { clock.now }) { providers in
            try await FreshDatabase.with(Identity.migrations) { people in
                try await FreshDatabase.with(Media.migrations) { pictures in
                    let media = try Media(
                        database: pictures.database,
                        directory: directory,
                        now: { clock.now }
                    )
                    let secret = SymmetricKey(size: .bits256)
                    let gateways = try (0..<2).map { _ in
                        let identity = try Identity(
                            database: people.database,
                            media: media.switchboard.asked(by: .identity),
                            secrets: [secret],
                            networkKeys: [secret],
                            now: { clock.now },
                            passwordCost: PasswordCost(logN: 1, r: 1, p: 1),
                            limits: limits,
                            providers: providers.verifier(
                                in: people.database,
                                now: { clock.now }
                            )
                        )
                        return gateway(before: identity, media, clock)
                    }
                    try await run(gateways, over: setup) { phones in
                        try await body(
                            LoginCluster(providers: providers, clock: clock, phones: phones)
                        )
                    }
                }
            }
        }
    }

    /// All attacks come from one address.
    private static var limits: SignInLimits {
        var limits = SignInLimits()
        limits.failuresAnAddress = 10_000
        return limits
    }

    private static func gateway(
        before identity: Identity,
        _ media: Media,
        _ clock: StoppedClock
    ) -> Gateway {
        var configuration = Gateway.Configuration(
            port: 0,
            mediaKeys: [SymmetricKey(data: [UInt8](repeating: 7, count: 32))],
            cursorKeys: [SymmetricKey(data: [UInt8](repeating: 8, count: 32))]
        )
        configuration.requests.callsPerUser = 10_000
        configuration.requests.callsPerAddress = 10_000
        let none = Switchboard { _ in }.asked(by: .gateway)
        return Gateway(
            identity: identity.switchboard.asked(by: .gateway),
            challenges: none,
            media: media.switchboard.asked(by: .gateway),
            scoring: none,
            configuration: configuration,
            logger: TestServer.quiet,
            now: { clock.now }
        )
    }

    private static func run(
        _ gateways: [Gateway],
        over setup: TestingSetup,
        _ body: @escaping @Sendable ([Phone]) async throws -> Void
    ) async throws {
        try await gateways[0].application.test(setup) { first in
            try await gateways[1].application.test(setup) { second in
                for gateway in gateways {
                    try await eventually("the gateway is ready") { gateway.sessions.areKnown }
                }
                try await body([Phone(http: first), Phone(http: second)])
            }
        }
    }
}

extension Phone {
    /// Signs in with a provider.
    func enter(_ provider: LocalProvider, _ members: [String: String]) async throws -> Answer {
        try await ask(
            "POST /v1/sessions/providers/\(provider.kind.rawValue)",
            json: Self.json(members)
        )
    }

    /// Links a login; names are for sign-ups alone.
    func link(_ provider: LocalProvider, _ members: [String: String]) async throws -> Answer {
        try await ask(
            "PUT /v1/me/logins/\(provider.kind.rawValue)",
            json: Self.json(members.filter { ["identityToken", "nonce"].contains($0.key) })
        )
    }

    private static func json(_ members: [String: String]) -> String {
        let parts = members.map { "\(LocalToken.text($0.key)):\(LocalToken.text($0.value))" }
        return "{\(parts.joined(separator: ","))}"
    }
}
