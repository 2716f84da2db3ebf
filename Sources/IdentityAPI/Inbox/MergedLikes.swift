public import Identifiers
public import Values

/// The likes of a contest or a definition that one notice counts (2.13-merged).
public struct MergedLikes: Codable, Hashable, Sendable {
    /// The number of likes; 1,000 means 1,000 or more.
    public var count: Int
    public static let countMax = 1_000
    /// The newest likes, newest first; all of them, up to 100.
    public var newest: [Like]
    public static let newestMax = 100

    public init(count: Int, newest: [Like]) {
        self.count = count
        self.newest = newest
    }

    /// One user's like.
    public struct Like: Codable, Hashable, Sendable {
        /// The user who likes it.
        public let user: UserID
        /// When the user liked it.
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
