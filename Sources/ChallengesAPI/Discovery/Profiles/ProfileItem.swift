import Wire

/// An item of a user's profile: exactly one of `contest` and `goal` is present.
public struct ProfileItem: Codable, Hashable, Sendable {
    /// A contest, as the caller sees it.
    public let contest: Contest?
    /// A goal, as the caller sees it: other users see no values of a goal with a metric.
    public let goal: Goal?

    public init(contest: Contest? = nil, goal: Goal? = nil) {
        self.contest = contest
        self.goal = goal
    }
}
