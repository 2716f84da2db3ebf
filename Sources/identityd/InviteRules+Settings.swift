import Identity
import Launch

extension InviteRules {
    /// Creates the default rules, changed by the settings.
    init(_ settings: Settings) throws {
        self.init()
        try settings.read("invite.life", into: &life)
        try settings.read("invites.open", in: 1...1_000_000, into: &openMax)
    }
}
