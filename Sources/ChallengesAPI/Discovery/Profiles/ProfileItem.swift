import Wire

/// Something on a person's profile; exactly one of its fields is there.
public struct ProfileItem: Codable, Hashable, Sendable {
    /// A contest, as the caller sees it.
    public let contest: Contest?

    public init(contest: Contest? = nil) {
        self.contest = contest
    }
}
