import Identity
import Launch

extension PasswordCost {
    /// Reads what a password costs; the default is that of production.
    init(_ settings: Settings) throws {
        let cost = try settings.value("password.cost", as: Self.form) { PasswordCost($0) }
        self = cost ?? .production
    }
}
