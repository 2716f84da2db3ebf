import Identity
import Launch

extension NoticeLimit {
    /// Creates the default limit, changed by the settings.
    init(_ settings: Settings) throws {
        self.init()
        try settings.read("notices.actor", in: Self.countRange, into: &count)
    }
}
