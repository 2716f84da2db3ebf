import Wire

/// Something on a person's profile; exactly one of its fields is there.
public struct ProfileItem: Codable, Hashable, Sendable {
    /// A contest, as the caller sees it.
    public let contest: Contest?
    /// A goal, as the caller sees it: of what a phone measures, others see no values.
    public let goal: Goal?

    public init(contest: Contest? = nil, goal: Goal? = nil) {
        self.contest = contest
        self.goal = goal
    }
}
