import Identity
import Postgres
import Providers
import TestBasics
import TestKit
import Values

/// Facebook, Apple and Google on this machine, and the authority of their certificate.
struct LocalProviders: Sendable {
    static let client = LocalGoogle.client

    let facebook: LocalProvider
    let apple: LocalProvider
    let google: LocalProvider
    private let authorities: String

    static func run(
        now: @escaping @Sendable () -> Instant,
        _ body: (LocalProviders) async throws -> Void
    ) async throws {
        try await Authority.run { authority, _ in
            let files = try await authority.issue("localhost", validFor: "IP:127.0.0.1")
            func run(
                _ kind: LocalProvider.Kind,
                _ body: (LocalProvider) async throws -> Void
            ) async throws {
                try await LocalProvider.run(
                    kind,
                    client: client,
                    certificate: files,
                    now: now,
                    body
                )
            }
            try await run(.facebook) { facebook in
                try await run(.apple) { apple in
                    try await run(.google) { google in
                        try await body(
                            LocalProviders(
                                facebook: facebook,
                                apple: apple,
                                google: google,
                                authorities: authority.file
                            )
                        )
                    }
                }
            }
        }
    }

    var all: [LocalProvider] { [facebook, apple, google] }

    /// What an identityd checks tokens with.
    func verifier(
        in database: Database,
        now: @escaping @Sendable () -> Instant
    ) throws -> ProviderVerifier {
        try ProviderVerifier(
            [
                .facebook(
                    app: Self.client,
                    secret: facebook.secret,
                    graph: ProviderAddress(facebook.url),
                    keys: ProviderAddress(facebook.url),
                    authorities: authorities
                ),
                .apple(
                    clients: [Self.client],
                    keys: ProviderAddress(apple.url),
                    authorities: authorities
                ),
                .google(
                    clients: [Self.client],
                    keys: ProviderAddress(google.url),
                    authorities: authorities
                ),
            ],
            store: SharedProviderKeys(in: database),
            logger: TestServer.quiet,
            now: now
        )
    }
}
