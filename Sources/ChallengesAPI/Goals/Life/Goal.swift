public import Identifiers
public import Values
public import Wire

/// A personal goal, as its owner or a friend sees it (2.4-goal).
///
/// For a goal with a metric, a friend sees the progress in whole percents and the states, but no
/// values and no times at which it was reached.
public struct Goal: Codable, Hashable, Sendable, Versioned, Limited {
    /// The goal.
    public let id: ChallengeID
    /// The owner.
    public let owner: Person
    /// Its name: 1 to 80 characters on one line.
    public let name: String
    /// Its description: 0 to 2,000 characters; empty if there is none.
    public let description: String
    /// The definition from which it was made; `nil` if there is none.
    public let definition: DefinitionID?
    /// The unit; `nil` if there is none.
    public let unit: String?
    /// The amount to reach, for a recurring goal in each period; `nil` for a goal without a target.
    public let target: Amount?
    /// The target from the next period on, if it was changed; otherwise `nil`.
    public let nextTarget: Amount?
    /// Whether only whole numbers are logged.
    public let wholeNumbers: Bool
    /// The metric that a phone measures for it; `nil` if there is none.
    public let metric: Metric?
    /// How often it recurs.
    public let recurrence: Recurrence
    /// The number of consecutive days whose totals of the metric add up; `nil` for one day, and
    /// without a metric.
    public let windowDays: Int?
    /// The last local day; `nil` if there is none.
    public let lastDay: CivilDate?
    /// The weekdays on which a daily goal rests: 1 is Monday, 7 is Sunday.
    public let restWeekdays: [Int]
    /// Its state.
    public let state: State
    /// The value: for a recurring goal that of the current period, otherwise of the whole goal.
    /// `nil` without a target, for a recurring goal that is over, and for a friend if the goal has
    /// a metric.
    public let value: Amount?
    /// The value in percent of the target, whole and at most 100; `nil` without a target, and for a
    /// recurring goal that is over.
    public let progress: Int?
    /// The current period of a recurring goal; `nil` for a goal that is reached once, and when it
    /// is over.
    public let period: GoalPeriod?
    /// Who may see it: `private` or `friends`.
    public let visibility: Visibility
    /// The first ten of its pictures that the caller may see, in order. Pictures of entries are in
    /// its gallery.
    public let photos: [Photo]
    /// When it was first reached; `nil` if it was not, and for a friend if the goal has a metric.
    public let metAt: Instant?
    /// Whether an entry or a total with which it was reached was later corrected so that it is no
    /// longer enough.
    public let isFlagged: Bool
    /// The actions that the caller may take now.
    public let actions: [Action]
    /// When it was made.
    public let createdAt: Instant
    /// The version: incremented by each change that its owner sees. A call's `ifVersion`, in HTTP
    /// `If-Match`, is compared with it.
    public let version: Int64

    public static let limits: FieldLimits = [
        "name": .text(CreateGoal.nameLimit), "description": .text(CreateGoal.descriptionLimit),
        "unit": .text(CreateGoal.unitLimit),
    ]

    public init(
        id: ChallengeID,
        owner: Person,
        name: String,
        description: String,
        definition: DefinitionID? = nil,
        unit: String? = nil,
        target: Amount? = nil,
        nextTarget: Amount? = nil,
        wholeNumbers: Bool,
        metric: Metric? = nil,
        recurrence: Recurrence,
        windowDays: Int? = nil,
        lastDay: CivilDate? = nil,
        restWeekdays: [Int],
        state: State,
        value: Amount? = nil,
        progress: Int? = nil,
        period: GoalPeriod? = nil,
        visibility: Visibility,
        photos: [Photo],
        metAt: Instant? = nil,
        isFlagged: Bool,
        actions: [Action],
        createdAt: Instant,
        version: Int64
    ) {
        self.id = id
        self.owner = owner
        self.name = name
        self.description = description
        self.definition = definition
        self.unit = unit
        self.target = target
        self.nextTarget = nextTarget
        self.wholeNumbers = wholeNumbers
        self.metric = metric
        self.recurrence = recurrence
        self.windowDays = windowDays
        self.lastDay = lastDay
        self.restWeekdays = restWeekdays
        self.state = state
        self.value = value
        self.progress = progress
        self.period = period
        self.visibility = visibility
        self.photos = photos
        self.metAt = metAt
        self.isFlagged = isFlagged
        self.actions = actions
        self.createdAt = createdAt
        self.version = version
    }

    private enum CodingKeys: String, CodingKey {
        case id, owner, name, description
        case definition = "definitionID"
        case unit, target, nextTarget, wholeNumbers, metric, recurrence, windowDays, lastDay
        case restWeekdays, state, value, progress, period, visibility, photos, metAt, isFlagged
        case actions, createdAt, version
    }

    /// How often a goal recurs.
    public enum Recurrence: String, OpenEnum, CaseIterable {
        /// Never: it is over when it is reached.
        case once
        /// On each local day of its owner.
        case daily
        /// In each week, from Monday to Sunday.
        case weekly
        /// In each calendar month.
        case monthly
        /// A recurrence of a later release.
        case unknown
    }

    /// The state of a goal (2.4-goal).
    public enum State: String, OpenEnum, CaseIterable {
        /// In progress.
        case active
        /// Paused by its owner; periods that end meanwhile are `rested`.
        case paused
        /// Reached; a recurring goal: its last day has passed, and a period was met.
        case completed
        /// Its last day has passed, and it was not reached.
        case expired
        /// Abandoned by its owner.
        case abandoned
        /// A state of a later release.
        case unknown
    }

    /// An action that the owner may take on a goal.
    public enum Action: String, OpenEnum, CaseIterable {
        /// `ChangeGoal`.
        case change
        /// `DeleteGoal`.
        case delete
        /// `PauseGoal`.
        case pause
        /// `ResumeGoal`.
        case resume
        /// `AbandonGoal`.
        case abandon
        /// `CompleteGoal`: marks it as done, or removes the mark.
        case complete
        /// `AddGoalEntry`.
        case log
        /// An action of a later release.
        case unknown
    }
}
