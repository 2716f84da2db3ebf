public import Identifiers
public import Wire

/// Lists the periods of a recurring goal, the latest first, for its owner or a friend who may see
/// it (2.4-period).
///
/// Refusals: `challenges.goal_not_found`, `challenges.limit_invalid` at `/limit`,
/// `challenges.cursor_invalid` at `/cursor`.
public struct ListPeriods: Call, Limited {
    public static let id: CallID = 0x0289
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The goal.
    public var goal: ChallengeID
    /// The maximum number of periods; 20 when absent.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(goal: ChallengeID, limit: Int? = nil, cursor: String? = nil) {
        self.goal = goal
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<GoalPeriod>
}
