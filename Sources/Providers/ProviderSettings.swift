/// A provider that people may sign in with; it is off without these.
public struct ProviderSettings: Sendable {
    public let provider: Provider
    /// The app's ids at the provider. Tokens are for one of them.
    let clients: [String]
    /// What proves to Facebook who asks.
    let secret: String?
    /// Where the keys are.
    let keys: ProviderAddress?
    /// Where Facebook's Graph API is.
    let graph: ProviderAddress?
    /// A file of certificates (PEM) that are trusted instead of the system's.
    let authorities: String?

    /// Facebook, by access token or by Limited Login's identity token.
    ///
    /// - Parameters:
    ///   - app: The app's id.
    ///   - secret: The app's secret.
    ///   - graph: Where the Graph API is; `nil` for Facebook's.
    ///   - keys: Where Limited Login's keys are; `nil` for Facebook's.
    ///   - authorities: A file of certificates to trust instead of the system's.
    /// - Returns: The settings.
    public static func facebook(
        app: String,
        secret: String,
        graph: ProviderAddress? = nil,
        keys: ProviderAddress? = nil,
        authorities: String? = nil
    ) -> ProviderSettings {
        ProviderSettings(
            provider: .facebook,
            clients: [app],
            secret: secret,
            keys: keys,
            graph: graph,
            authorities: authorities
        )
    }

    /// Sign in with Apple.
    ///
    /// - Parameters:
    ///   - clients: The ids of apps and services.
    ///   - keys: Where the keys are; `nil` for Apple's.
    ///   - authorities: A file of certificates to trust instead of the system's.
    /// - Returns: The settings.
    public static func apple(
        clients: [String],
        keys: ProviderAddress? = nil,
        authorities: String? = nil
    ) -> ProviderSettings {
        ProviderSettings(
            provider: .apple,
            clients: clients,
            secret: nil,
            keys: keys,
            graph: nil,
            authorities: authorities
        )
    }

    /// Sign in with Google.
    ///
    /// - Parameters:
    ///   - clients: The client ids of the apps.
    ///   - keys: Where the keys are; `nil` for Google's.
    ///   - authorities: A file of certificates to trust instead of the system's.
    /// - Returns: The settings.
    public static func google(
        clients: [String],
        keys: ProviderAddress? = nil,
        authorities: String? = nil
    ) -> ProviderSettings {
        ProviderSettings(
            provider: .google,
            clients: clients,
            secret: nil,
            keys: keys,
            graph: nil,
            authorities: authorities
        )
    }
}
