public import Values

/// An item of the caller's wishlist: exactly one of `definition` and `contest` is present.
public struct WishedItem: Codable, Hashable, Sendable {
    /// When the caller put it there.
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
