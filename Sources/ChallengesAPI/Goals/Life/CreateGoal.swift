public import Identifiers
public import Values
public import Wire

/// Makes a personal goal (2.4-goal, CH-01, CH-03, CH-16, CH-27): reached once, or in each day, week or
/// month. What to do comes from the fields, or from a definition, of which a preset alone starts a
/// goal (CH-02); a field that is given counts in place of the definition's. The goal keeps what the
/// definition says at that moment (2.1-snapshot).
///
/// With a target it is reached by what is logged, or, with a metric, by what a phone measures: once by
/// the best single local day from the day of its making on, or the best `windowDays` successive ones.
/// Without a target its owner marks it as done.
///
/// A client that gives the goal an `id` and repeats the call gets what was made (2.14-ids).
///
/// Refusals, all of those about fields together: `challenges.name_invalid` at `/name`,
/// `challenges.description_invalid` at `/description`, `challenges.definition_unknown` at
/// `/definition`, `challenges.unit_invalid`, `challenges.unit_missing` and `challenges.metric_unit`
/// at `/unit`, `challenges.goal_not_a_number` at `/target` for one that is 0 or less, or no number
/// (CH-17), `challenges.target_not_whole` and `challenges.target_missing` at `/target`,
/// `challenges.goal_beyond_day` at `/target` for more than a day may hold where one day must reach
/// it, `challenges.metric_unknown` at `/metric`, `challenges.recurrence_unknown` at `/recurrence`,
/// `challenges.window_invalid` at `/windowDays`, `challenges.last_day_invalid` at `/lastDay`,
/// `challenges.rest_weekdays_invalid` at `/restWeekdays`, `challenges.visibility_unknown` at
/// `/visibility`, also for `public`; `challenges.media_too_many` at `/mediaIDs`,
/// `challenges.media_repeated` at `/mediaIDs/N`. Then `challenges.media_not_found` at `/mediaIDs/N`,
/// `challenges.goals_too_many` for the 101st goal that is not over, unless the operator sets another
/// limit, and `challenges.id_taken`; `wire.id_reserved` at `/id`.
public struct CreateGoal: ChoosesID, Limited, NamesTypeErrors {
    public static let id: CallID = 0x0280
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The id of the goal to create; the service picks one when absent.
    public var id: ChallengeID?
    public static let chosenIDField = "id"
    public var chosenID: ChallengeID? { id }
    /// The definition that says what to do: one that the caller may see.
    public var definition: DefinitionID?
    /// One line, without control characters, not all blank. Needed without a `definition`.
    public var name: String?
    public static let nameLimit = CreateDefinition.nameLimit
    /// Any number of lines; empty when absent (CH-21).
    public var description: String?
    public static let descriptionLimit = CreateDefinition.descriptionLimit
    /// What is counted, any words on one line; needed with a target. With a metric it is the metric's.
    public var unit: String?
    public static let unitLimit = CreateDefinition.unitLimit
    /// How much is to be reached: above 0 and below 10¹², with at most six decimals. Needed with a
    /// metric; only marked as done when absent.
    public var target: Amount?
    public static let targetLimit = Amount.positive
    /// Whether only whole numbers are logged, of which the target must be one; `false` when absent.
    public var wholeNumbers: Bool?
    /// What a phone measures for it; nothing when absent.
    public var metric: Metric?
    /// `once`, `daily`, `weekly` or `monthly`; `once` when absent.
    public var recurrence: Goal.Recurrence?
    /// Of how many successive days the totals add up; only of a goal with a metric that is reached once.
    public var windowDays: Int?
    public static let windowLimit = 1...366
    /// The last local day, today or later; none when absent.
    public var lastDay: CivilDate?
    /// On which days of the week a daily goal rests: 1 is Monday, 7 is Sunday; not on all of them.
    public var restWeekdays: [Int]?
    public static let restWeekdaysLimit = 0...6
    /// `private` or `friends`; `private` when absent.
    public var visibility: Visibility?
    /// The caller's own uploaded pictures that show it; none when absent.
    public var mediaIDs: [MediaID]?
    public static let mediaLimit = CreateDefinition.mediaLimit
    /// The languages that the caller prefers, as in HTTP's `Accept-Language`.
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
