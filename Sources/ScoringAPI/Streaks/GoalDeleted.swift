public import Identifiers
public import Wire

/// Somebody deleted a goal that recurs: nothing is left of its streak (2.7-streaks).
public struct GoalDeleted: Event {
    public static let id: CallID = 0x041A
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// The goal.
    public var goal: ChallengeID
    /// Whose it was.
    public var user: UserID

    public init(goal: ChallengeID, user: UserID) {
        self.goal = goal
        self.user = user
    }

    public typealias Reply = Nothing

    public var orderingKey: EventKey { EventKey(goal) }
}
