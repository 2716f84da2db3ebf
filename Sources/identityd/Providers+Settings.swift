import Launch
import Providers

extension ProviderSettings {
    /// The providers that the settings turn on; those without an app are off.
    static func all(_ settings: Settings) throws -> [ProviderSettings] {
        let authorities = settings.text("providers.authorities")
        var on: [ProviderSettings] = []
        if let app = settings.text("facebook.app") {
            let secret = try settings.secret(
                "facebook.secret.file",
                orInData: "secrets/facebook.secret"
            )
            on.append(
                .facebook(
                    app: app,
                    secret: secret,
                    graph: try address("facebook.url", settings),
                    keys: try address("facebook.keys.url", settings),
                    authorities: authorities
                )
            )
        }
        if let clients = try clients("apple.clients", settings) {
            let keys = try address("apple.url", settings)
            on.append(.apple(clients: clients, keys: keys, authorities: authorities))
        }
        if let clients = try clients("google.clients", settings) {
            let keys = try address("google.url", settings)
            on.append(.google(clients: clients, keys: keys, authorities: authorities))
        }
        return on
    }

    private static func clients(_ key: String, _ settings: Settings) throws -> [String]? {
        try settings.value(key, as: "up to 20 client ids, separated by commas") { list in
            let ids = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let areIDs = ids.allSatisfy { id in
                (1...255).contains(id.utf8.count)
                    && id.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            }
            return ids.count <= 20 && areIDs ? ids : nil
        }
    }

    private static func address(_ key: String, _ settings: Settings) throws -> ProviderAddress? {
        try settings.value(key, as: "a URL such as https://keys.example.org") {
            ProviderAddress($0)
        }
    }
}
