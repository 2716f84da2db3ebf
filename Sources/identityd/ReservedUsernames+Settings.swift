import Identity
import Launch

extension ReservedUsernames {
    /// Reads what the operator reserves in place of the default.
    init(_ settings: Settings) throws {
        let form = "up to 1,000 usernames such as admin,support, separated by commas"
        let listed = try settings.value("usernames.reserved", as: form) { ReservedUsernames($0) }
        self = listed ?? .byDefault
    }
}
