public import Identifiers
public import Values
public import Wire

/// Creates a personal goal, reached once, or in each day, week or month (2.4-goal). The content
/// comes from the fields or from a definition; a preset alone is enough. A given field replaces
/// that of the definition. The goal keeps what the definition says at that moment (2.1-snapshot).
///
/// A goal with a target is reached by entries or, with a metric, also by what a phone measures. A
/// goal with a metric that is reached once counts the best local day since it was made, or the best
/// `windowDays` consecutive days. A goal without a target is marked as done by its owner.
///
/// A client that chooses the goal's `id` and repeats the call gets the goal that was created
/// (2.14-ids).
///
/// Refusals about fields, all together: `challenges.name_invalid` at `/name`,
/// `challenges.description_invalid` at `/description`, `challenges.definition_unknown` at
/// `/definition`, `challenges.unit_invalid`, `challenges.unit_missing` and `challenges.metric_unit`
/// at `/unit`, `challenges.goal_not_a_number` at `/target` for a target that is not a number above
/// 0, `challenges.target_not_whole` and `challenges.target_missing` at `/target`,
/// `challenges.goal_beyond_day` at `/target` for a target above the metric's maximum for a day, if
/// a single day must reach it, `challenges.metric_unknown` at `/metric`,
/// `challenges.recurrence_unknown` at `/recurrence`, `challenges.window_invalid` at `/windowDays`,
/// `challenges.last_day_invalid` at `/lastDay`, `challenges.rest_weekdays_invalid` at
/// `/restWeekdays`, `challenges.visibility_unknown` at `/visibility`, also for `public`;
/// `challenges.media_too_many` at `/mediaIDs`, `challenges.media_repeated` at `/mediaIDs/N`. Then
/// `challenges.media_not_found` at `/mediaIDs/N`, `challenges.goals_too_many` for the caller's
/// 101st goal that is not over, unless the operator sets another limit, and `challenges.id_taken`;
/// `wire.id_reserved` at `/id`.
public struct CreateGoal: ChoosesID, Limited, NamesTypeErrors {
    public static let id: CallID = 0x0280
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The id of the goal to create; the service picks one when absent.
    public var id: ChallengeID?
    public static let chosenIDField = "id"
    public var chosenID: ChallengeID? { id }
    /// The definition that gives the content; the caller must be able to see it.
    public var definition: DefinitionID?
    /// The name, on one line, without control characters, not all blank. Required without
    /// `definition`.
    public var name: String?
    public static let nameLimit = CreateDefinition.nameLimit
    /// The description, of any number of lines; empty when absent.
    public var description: String?
    public static let descriptionLimit = CreateDefinition.descriptionLimit
    /// The unit, any words on one line; required with a target. With a metric it is the metric's
    /// unit.
    public var unit: String?
    public static let unitLimit = CreateDefinition.unitLimit
    /// The amount to reach: above 0 and below 10¹², with at most six decimals. Required with a
    /// metric. When absent, the goal is marked as done by its owner.
    public var target: Amount?
    public static let targetLimit = Amount.positive
    /// Whether only whole numbers are logged; the target must then be a whole number. `false` when
    /// absent.
    public var wholeNumbers: Bool?
    /// The metric that a phone measures for it; none when absent.
    public var metric: Metric?
    /// `once`, `daily`, `weekly` or `monthly`; `once` when absent.
    public var recurrence: Goal.Recurrence?
    /// The number of consecutive days whose totals add up; one day when absent. Only for a goal
    /// with a metric that is reached once.
    public var windowDays: Int?
    public static let windowLimit = 1...366
    /// The last local day: today or later; none when absent.
    public var lastDay: CivilDate?
    /// The weekdays on which a daily goal rests: 1 is Monday, 7 is Sunday; not all seven.
    public var restWeekdays: [Int]?
    public static let restWeekdaysLimit = 0...6
    /// `private` or `friends`; `private` when absent.
    public var visibility: Visibility?
    /// The pictures that show it, uploaded by the caller; none when absent.
    public var mediaIDs: [MediaID]?
    public static let mediaLimit = CreateDefinition.mediaLimit
    /// The caller's languages, for the text of a preset, as in `Accept-Language`.
    public var languages: String?

    public static let limits: FieldLimits = [
        "name": .text(nameLimit), "description": .text(descriptionLimit),
        "unit": .text(unitLimit), "target": .amount(targetLimit),
        "windowDays": .number(windowLimit), "restWeekdays": .distinctItems(restWeekdaysLimit),
        "mediaIDs": .distinctItems(mediaLimit),
    ]

    public static let typeErrors: KeyValuePairs<String, any ServiceError> = [
        "target": ChallengesError.goalNotANumber
    ]

    public init(
        id: ChallengeID? = nil,
        definition: DefinitionID? = nil,
        name: String? = nil,
        description: String? = nil,
        unit: String? = nil,
        target: Amount? = nil,
        wholeNumbers: Bool? = nil,
        metric: Metric? = nil,
        recurrence: Goal.Recurrence? = nil,
        windowDays: Int? = nil,
        lastDay: CivilDate? = nil,
        restWeekdays: [Int]? = nil,
        visibility: Visibility? = nil,
        mediaIDs: [MediaID]? = nil,
        languages: String? = nil
    ) {
        self.id = id
        self.definition = definition
        self.name = name
        self.description = description
        self.unit = unit
        self.target = target
        self.wholeNumbers = wholeNumbers
        self.metric = metric
        self.recurrence = recurrence
        self.windowDays = windowDays
        self.lastDay = lastDay
        self.restWeekdays = restWeekdays
        self.visibility = visibility
        self.mediaIDs = mediaIDs
        self.languages = languages
    }

    public typealias Reply = Goal
}
