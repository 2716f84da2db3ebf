import Identity
import Launch

extension AccountRules {
    /// Creates the default times, changed by the settings.
    init(_ settings: Settings) throws {
        self.init()
        try settings.read("username.change", into: &usernamePause)
        try settings.read("reset.life", into: &resetLife)
    }
}
