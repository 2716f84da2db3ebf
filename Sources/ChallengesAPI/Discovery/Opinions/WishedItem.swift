public import Values

/// Something on the caller's wishlist; exactly one of its fields beside `wishedAt` is there.
public struct WishedItem: Codable, Hashable, Sendable {
    /// Since when.
    public let wishedAt: Instant
    /// A definition.
    public let definition: Definition?
    /// A contest.
    public let contest: Contest?

    public init(wishedAt: Instant, definition: Definition? = nil, contest: Contest? = nil) {
        self.wishedAt = wishedAt
        self.definition = definition
        self.contest = contest
    }
}
