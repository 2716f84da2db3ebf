public import Identifiers
public import Wire

/// Lists the entries of one of the caller's goals, the latest logged first.
///
/// Refusals: `challenges.goal_not_found`, also for another user's, `challenges.limit_invalid` at
/// `/limit`, `challenges.cursor_invalid` at `/cursor`.
public struct ListGoalEntries: Call, Limited {
    public static let id: CallID = 0x028C
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The goal.
    public var goal: ChallengeID
    /// The maximum number of entries; 20 when absent.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(goal: ChallengeID, limit: Int? = nil, cursor: String? = nil) {
        self.goal = goal
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<GoalEntry>
}
