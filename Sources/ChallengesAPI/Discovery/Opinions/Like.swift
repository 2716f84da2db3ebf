public import Values
public import Wire

/// Someone who likes a thing (2.8-likes).
public struct Like: Codable, Hashable, Sendable {
    /// Who likes it.
    public let user: Person
    /// Since when.
    public let likedAt: Instant

    public init(user: Person, likedAt: Instant) {
        self.user = user
        self.likedAt = likedAt
    }
}
