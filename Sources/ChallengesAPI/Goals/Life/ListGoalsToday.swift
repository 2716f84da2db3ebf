public import Identifiers
public import Values
public import Wire

/// How each active goal of the caller's stands now, in one answer (CH-14, CH-22): the present period
/// or the whole goal, its value, its target and what is left. In the order in which they end, and
/// then those without an end.
///
/// Refusals: `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`.
public struct ListGoalsToday: Call, Limited {
    public static let id: CallID = 0x028A
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// How many goals at most.
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

/// How a goal stands now.
public struct GoalToday: Codable, Hashable, Sendable {
    /// The goal.
    public let goal: ChallengeID
    /// 1 to 80 characters on one line.
    public let name: String
    /// What is counted; `nil` where it is only marked as done.
    public let unit: String?
    /// What a phone measures for it.
    public let metric: Metric?
    /// The present period; `nil` of a goal that is reached once.
    public let period: GoalPeriod?
    /// What was reached; of a goal that is reached once by a metric, on its best day or successive
    /// days. `nil` where it is only marked as done.
    public let value: Amount?
    /// How much is to be reached; `nil` where it is only marked as done.
    public let target: Amount?
    /// The value in percent of the target, whole and at most 100; `nil` without a target.
    public let progress: Int?
    /// How much is left to the target; 0 once it is reached, `nil` without a target.
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
