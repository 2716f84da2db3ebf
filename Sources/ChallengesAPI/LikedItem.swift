public import Values

/// Something that the caller likes; exactly one of its fields beside `likedAt` is there.
public struct LikedItem: Codable, Hashable, Sendable {
    /// Since when.
    public let likedAt: Instant
    /// A definition.
    public let definition: Definition?
    /// A contest.
    public let contest: Contest?

    public init(likedAt: Instant, definition: Definition? = nil, contest: Contest? = nil) {
        self.likedAt = likedAt
        self.definition = definition
        self.contest = contest
    }
}
