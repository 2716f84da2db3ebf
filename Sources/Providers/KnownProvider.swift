import Logging
import Values

/// A provider that is on, with all that is kept about it.
struct KnownProvider: Sendable {
    let claims: IdentityClaims
    let keys: KeyRing
    /// `nil` for providers without access tokens.
    let graph: FacebookGraph?
    let web: WebClient
    let health: ProviderHealth

    init(
        _ settings: ProviderSettings,
        store: any ProviderKeyStore,
        logger: Logger,
        now: @escaping @Sendable () -> Instant
    ) throws {
        let provider = settings.provider
        claims = IdentityClaims(provider: provider, clients: settings.clients)
        health = ProviderHealth(provider, logger: logger, now: now)
        web = try WebClient(
            provider,
            named: [settings.keys, settings.graph].compactMap(\.self),
            authorities: settings.authorities
        )
        let (base, path) = Self.keys(of: provider)
        let address = settings.keys ?? base
        keys = KeyRing(
            provider,
            at: WebTarget(host: address.host, port: address.port, path: address.path + path),
            web: web,
            store: store,
            health: health,
            now: now
        )
        graph =
            if provider == .facebook, let app = settings.clients.first,
                let secret = settings.secret
            {
                FacebookGraph(
                    address: settings.graph ?? ProviderAddress(host: "graph.facebook.com"),
                    app: app,
                    secret: secret,
                    web: web,
                    health: health,
                    now: now
                )
            } else { nil }
    }

    /// Where each provider's keys are: a constant, like its issuers.
    private static func keys(of provider: Provider) -> (ProviderAddress, path: String) {
        switch provider {
        case .facebook:
            (ProviderAddress(host: "limited.facebook.com"), "/.well-known/oauth/openid/jwks/")
        case .apple: (ProviderAddress(host: "appleid.apple.com"), "/auth/keys")
        case .google: (ProviderAddress(host: "www.googleapis.com"), "/oauth2/v3/certs")
        }
    }

    /// The account that an identity token is for.
    func account(
        _ text: String,
        nonce: String?,
        at now: Instant
    ) async throws(ProviderRefusal) -> ProviderAccount {
        // What costs nothing comes first: only tokens that could be for this app lead to a fetch.
        guard let token = IdentityToken(text),
            let account = claims.account(token, nonce: nonce, at: now)
        else { throw .invalidToken }
        guard try await keys.set(with: token.keyID).hasSigned(token) else { throw .invalidToken }
        return account
    }
}
