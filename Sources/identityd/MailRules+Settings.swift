import Identity
import Launch

extension MailRules {
    /// Creates the default rules, changed by the settings.
    init(_ settings: Settings) throws {
        self.init()
        try settings.read("mail.retry", into: &retry)
        let address = "an e-mail address in ASCII, such as no-reply@example.org"
        _ = try settings.value("mail.from", as: address) { setSender($0) ? true : nil }
        let app = "a URL such as https://app.example.org, without a query or a fragment"
        _ = try settings.value("app.url", as: app) { setApp($0) ? true : nil }
    }
}
