public import Wire

/// A person as other services store a copy.
public struct PersonCard: Codable, Hashable, Sendable {
    /// The person.
    public let person: Person
    /// Increases with each change of the account; an older card never replaces a newer one.
    public let version: Int64

    public init(person: Person, version: Int64) {
        self.person = person
        self.version = version
    }
}
