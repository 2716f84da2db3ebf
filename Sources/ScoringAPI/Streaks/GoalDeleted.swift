public import Identifiers
public import Wire

/// A user deleted a recurring goal. Its streak is deleted too (2.7-streaks).
public struct GoalDeleted: Event {
    public static let id: CallID = 0x041A
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// The goal.
    public var goal: ChallengeID
    /// The goal's owner.
    public var user: UserID

    public init(goal: ChallengeID, user: UserID) {
        self.goal = goal
        self.user = user
    }

    public typealias Reply = Nothing

    public var orderingKey: EventKey { EventKey(goal) }
}
