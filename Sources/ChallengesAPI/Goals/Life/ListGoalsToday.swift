public import Identifiers
public import Values
public import Wire

/// Lists the caller's active goals with their progress now: the current period or the whole goal,
/// its value, its target and what is left. The goal that ends first comes first; those without an
/// end come last.
///
/// Refusals: `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`.
public struct ListGoalsToday: Call, Limited {
    public static let id: CallID = 0x028A
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The maximum number of goals; 20 when absent.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<GoalToday>
}

/// The progress of a goal now.
public struct GoalToday: Codable, Hashable, Sendable {
    /// The goal.
    public let goal: ChallengeID
    /// Its name: 1 to 80 characters on one line.
    public let name: String
    /// The unit; `nil` if there is none.
    public let unit: String?
    /// The metric that a phone measures for it; `nil` if there is none.
    public let metric: Metric?
    /// The current period; `nil` for a goal that is reached once.
    public let period: GoalPeriod?
    /// The value; for a goal with a metric that is reached once, that of the best day or
    /// consecutive days. `nil` without a target.
    public let value: Amount?
    /// The amount to reach; `nil` for a goal without a target.
    public let target: Amount?
    /// The value in percent of the target, whole and at most 100; `nil` without a target.
    public let progress: Int?
    /// The amount left to the target: 0 when it is reached; `nil` without a target.
    public let left: Amount?

    public init(
        goal: ChallengeID,
        name: String,
        unit: String? = nil,
        metric: Metric? = nil,
        period: GoalPeriod? = nil,
        value: Amount? = nil,
        target: Amount? = nil,
        progress: Int? = nil,
        left: Amount? = nil
    ) {
        self.goal = goal
        self.name = name
        self.unit = unit
        self.metric = metric
        self.period = period
        self.value = value
        self.target = target
        self.progress = progress
        self.left = left
    }

    private enum CodingKeys: String, CodingKey {
        case goal = "goalID"
        case name, unit, metric, period, value, target, progress, left
    }
}
