import Identity
import Postgres
import Providers
import TestBasics
import TestKit
import Values

/// Google on this machine, and the authority of its certificate.
struct LocalGoogle: Sendable {
    static let client = "com.example.gauntlet"

    let provider: LocalProvider
    private let authorities: String

    /// Runs `body` with a Google, or with none.
    static func run(
        isOn: Bool = true,
        now: @escaping @Sendable () -> Instant = Instant.now,
        _ body: (LocalGoogle?) async throws -> Void
    ) async throws {
        guard isOn else { return try await body(nil) }
        try await Authority.run { authority, _ in
            try await LocalProvider.run(
                .google,
                client: client,
                certificate: authority.issue("localhost", validFor: "IP:127.0.0.1"),
                now: now
            ) { provider in
                try await body(LocalGoogle(provider: provider, authorities: authority.file))
            }
        }
    }

    /// What identityd checks tokens with.
    func verifier(
        in database: Database,
        now: @escaping @Sendable () -> Instant = Instant.now
    ) throws -> ProviderVerifier {
        try ProviderVerifier(
            [
                .google(
                    clients: [Self.client],
                    keys: ProviderAddress(provider.url),
                    authorities: authorities
                )
            ],
            store: SharedProviderKeys(in: database),
            logger: TestServer.quiet,
            now: now
        )
    }
}
