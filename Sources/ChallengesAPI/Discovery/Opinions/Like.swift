public import Values
public import Wire

/// A like of a definition or a contest (2.8-likes).
public struct Like: Codable, Hashable, Sendable {
    /// The user who likes it.
    public let user: Person
    /// When they liked it.
    public let likedAt: Instant

    public init(user: Person, likedAt: Instant) {
        self.user = user
        self.likedAt = likedAt
    }
}
