package import Identifiers
package import Wire

/// A person in a challenge has no card, although what put them there stored one.
struct CardMissing: Error {
    let user: UserID
}

extension [UserID: Person] {
    /// The person with this id, whose card came with what put them there.
    package func named(_ user: UserID) throws -> Person {
        guard let person = self[user] else { throw CardMissing(user: user) }
        return person
    }
}
