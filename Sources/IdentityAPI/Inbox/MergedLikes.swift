public import Identifiers
public import Values

/// The likes of a thing that one notice counts (2.13-merged).
public struct MergedLikes: Codable, Hashable, Sendable {
    /// How many there are; 1,000 stands for 1,000 or more.
    public var count: Int
    public static let countMax = 1_000
    /// The newest of them, newest first: all of them, or 100.
    public var newest: [Like]
    public static let newestMax = 100

    public init(count: Int, newest: [Like]) {
        self.count = count
        self.newest = newest
    }

    /// One person's like.
    public struct Like: Codable, Hashable, Sendable {
        /// Who likes the thing.
        public let user: UserID
        /// Since when.
        public let at: Instant

        public init(user: UserID, at: Instant) {
            self.user = user
            self.at = at
        }
    }

    /// Whether both fields are within their limits and agree.
    public var isValid: Bool {
        (0...Self.countMax).contains(count) && newest.count == min(count, Self.newestMax)
    }
}
