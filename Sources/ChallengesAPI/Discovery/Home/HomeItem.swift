public import Values
import Wire

/// Something on the caller's home page; exactly one of its fields beside `dueAt` is there.
public struct HomeItem: Codable, Hashable, Sendable {
    /// Until when it is to be done; `nil` if there is no deadline. Of a missed workout, and of a
    /// contest that settles, it has passed. Of a goal, when its period ends, or it does.
    public let dueAt: Instant?
    /// A dare or a workout that the caller received.
    public let assignment: Assignment?
    /// A contest that the caller is in, or is invited to: its `me` says which.
    public let contest: Contest?
    /// A goal of the caller's.
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
