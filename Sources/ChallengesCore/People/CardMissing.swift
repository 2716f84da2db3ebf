package import Identifiers
package import Wire

/// A person of a challenge or definition has no card here, although it came with their first one.
struct CardMissing: Error {
    let user: UserID
}

extension [UserID: Person] {
    /// The person with this id, whose card came with their first challenge or definition.
    package func named(_ user: UserID) throws -> Person {
        guard let person = self[user] else { throw CardMissing(user: user) }
        return person
    }
}
