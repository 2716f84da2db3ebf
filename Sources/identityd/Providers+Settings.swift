import Launch
import Providers

extension ProviderSettings {
    /// The providers that the settings turn on; those without an app are off.
    static func all(_ settings: Settings) throws -> [ProviderSettings] {
        let url = "a URL such as https://keys.example.org"
        let graph = try settings.value("facebook.url", as: url) { ProviderAddress($0) }
        let facebook = try settings.value("facebook.keys.url", as: url) { ProviderAddress($0) }
        let apple = try settings.value("apple.url", as: url) { ProviderAddress($0) }
        let google = try settings.value("google.url", as: url) { ProviderAddress($0) }
        let authorities = settings.text("providers.authorities.file")
        var on: [ProviderSettings] = []
        if let app = settings.text("facebook.app") {
            on.append(
                .facebook(
                    app: app,
                    secret: try settings.secret(
                        "facebook.secret.file",
                        orInData: "secrets/facebook.secret"
                    ),
                    graph: graph,
                    keys: facebook,
                    authorities: authorities
                )
            )
        }
        let list = "up to 20 client ids, separated by commas"
        if let clients = try settings.value("apple.clients", as: list, AppClients.ids) {
            on.append(.apple(clients: clients, keys: apple, authorities: authorities))
        }
        if let clients = try settings.value("google.clients", as: list, AppClients.ids) {
            on.append(.google(clients: clients, keys: google, authorities: authorities))
        }
        return on
    }
}
