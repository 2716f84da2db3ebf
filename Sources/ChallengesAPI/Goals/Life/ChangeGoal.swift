public import Identifiers
public import Values
public import Wire

/// Changes a goal of the caller; absent fields stay (2.4-goal).
///
/// A new target of a recurring goal holds from the next period on; that of a goal reached once
/// holds at once, and completes the goal if the value is enough. What is counted and the recurrence
/// never change; these fields are accepted if they equal the current values. Name, description and
/// visibility can also be changed when the goal is over. Null removes a description or all rest
/// days. Pictures are added and removed by calls of their own: see `AddPhotos`.
///
/// Refusals: `challenges.goal_not_found`, also for another user's; `challenges.version_stale` with
/// the current goal. Then, all together, those about fields, as in `CreateGoal`:
/// `challenges.name_invalid`, `challenges.description_invalid`, `challenges.unit_invalid`,
/// `challenges.goal_not_a_number`, `challenges.target_not_whole`, `challenges.goal_beyond_day`,
/// `challenges.metric_unknown`, `challenges.recurrence_unknown`, `challenges.last_day_invalid`,
/// `challenges.rest_weekdays_invalid` and `challenges.visibility_unknown`, at their fields; and
/// `challenges.goal_fixed` for a new value at `/recurrence`, `/metric` or `/unit`, at `/target`,
/// `/lastDay` or `/restWeekdays` of a goal that is over, and for any value at `/target` of a goal
/// without a target.
public struct ChangeGoal: Call, Limited, NamesTypeErrors, MergePatch {
    public static let id: CallID = 0x0283
    public static let effect = Effect.once
    public static let access = Access.signedIn
    public static let emptiedTexts = ["description", "unit"]
    public static let emptiedLists = ["restWeekdays"]

    /// The goal.
    public var goal: ChallengeID
    /// The name, on one line, without control characters, not all blank.
    public var name: String?
    /// The description, of any number of lines.
    public var description: String?
    /// The unit; must equal the current one.
    public var unit: String?
    /// The amount to reach.
    public var target: Amount?
    /// The metric that a phone measures; must equal the current one.
    public var metric: Metric?
    /// The recurrence; must equal the current one.
    public var recurrence: Goal.Recurrence?
    /// The last local day: today or later.
    public var lastDay: CivilDate?
    /// The weekdays on which a daily goal rests.
    public var restWeekdays: [Int]?
    /// `private` or `friends`.
    public var visibility: Visibility?
    /// Refuse with `challenges.version_stale` unless the goal has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = [
        "name": .text(CreateGoal.nameLimit), "description": .text(CreateGoal.descriptionLimit),
        "unit": .text(CreateGoal.unitLimit), "target": .amount(CreateGoal.targetLimit),
        "restWeekdays": .distinctItems(CreateGoal.restWeekdaysLimit),
    ]

    public static let typeErrors: KeyValuePairs<String, any ServiceError> = [
        "target": ChallengesError.goalNotANumber
    ]

    public init(
        goal: ChallengeID,
        name: String? = nil,
        description: String? = nil,
        unit: String? = nil,
        target: Amount? = nil,
        metric: Metric? = nil,
        recurrence: Goal.Recurrence? = nil,
        lastDay: CivilDate? = nil,
        restWeekdays: [Int]? = nil,
        visibility: Visibility? = nil,
        ifVersion: Int64? = nil
    ) {
        self.goal = goal
        self.name = name
        self.description = description
        self.unit = unit
        self.target = target
        self.metric = metric
        self.recurrence = recurrence
        self.lastDay = lastDay
        self.restWeekdays = restWeekdays
        self.visibility = visibility
        self.ifVersion = ifVersion
    }

    public typealias Reply = Goal
}
