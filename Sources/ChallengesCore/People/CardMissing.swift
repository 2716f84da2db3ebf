package import Identifiers
package import Wire

/// The card of a user in a challenge or definition is missing, although it is stored with their
/// first one.
struct CardMissing: Error {
    let user: UserID
}

extension [UserID: Person] {
    /// The user with this id, whose card is stored with their first challenge or definition.
    package func named(_ user: UserID) throws -> Person {
        guard let person = self[user] else { throw CardMissing(user: user) }
        return person
    }
}
