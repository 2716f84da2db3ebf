import Identifiers
import IdentityAPI
import Wire

extension PersonCard {
    /// Whether others can find and befriend the person (2.11-standing).
    var isActive: Bool { standing == .active }
}

extension [PersonCard] {
    /// The people, by their ids.
    var people: [UserID: Person] {
        Dictionary(uniqueKeysWithValues: map { ($0.person.id, $0.person) })
    }

    /// Whether a user is among them, and active.
    func hasActive(_ user: UserID) -> Bool {
        contains { $0.person.id == user && $0.isActive }
    }
}
