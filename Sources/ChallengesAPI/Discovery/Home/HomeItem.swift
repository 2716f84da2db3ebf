public import Values
import Wire

/// An item of the caller's home page: exactly one of `assignment`, `contest` and `goal` is present.
public struct HomeItem: Codable, Hashable, Sendable {
    /// The deadline or end; `nil` if there is none. For a missed workout and a settling contest it
    /// has passed. For a goal, the end of its period, or else of the goal.
    public let dueAt: Instant?
    /// A dare or workout that the caller received.
    public let assignment: Assignment?
    /// A contest that the caller participates in or is invited to; its `me` says which.
    public let contest: Contest?
    /// A goal of the caller.
    public let goal: Goal?

    public init(
        dueAt: Instant? = nil,
        assignment: Assignment? = nil,
        contest: Contest? = nil,
        goal: Goal? = nil
    ) {
        self.dueAt = dueAt
        self.assignment = assignment
        self.contest = contest
        self.goal = goal
    }
}
