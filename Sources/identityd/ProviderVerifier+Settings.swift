import Identity
import Logging
import Postgres
import Providers

extension IdentitySettings {
    /// Asks the providers that are on.
    func verifier(in database: Database, _ logger: Logger) throws -> ProviderVerifier {
        try ProviderVerifier(
            providers,
            store: SharedProviderKeys(in: database),
            logger: logger
        )
    }
}
