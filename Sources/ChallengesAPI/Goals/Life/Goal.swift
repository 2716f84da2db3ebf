public import Identifiers
public import Values
public import Wire

/// A personal goal as its owner sees it, or a friend of theirs (2.4-goal).
///
/// A friend sees of a goal with a metric its progress in whole percents and its states, and neither
/// its value nor those of its periods, nor the moments at which they were reached.
public struct Goal: Codable, Hashable, Sendable, Versioned, Limited {
    /// The goal.
    public let id: ChallengeID
    /// Whose it is.
    public let owner: Person
    /// 1 to 80 characters on one line.
    public let name: String
    /// 0 to 2,000 characters; empty if there is none (CH-21).
    public let description: String
    /// The definition it was made from; `nil` for a text of its own.
    public let definition: DefinitionID?
    /// What is counted; `nil` where it is only marked as done.
    public let unit: String?
    /// How much is to be reached, in each period if it recurs; `nil` where it is only marked as done.
    public let target: Amount?
    /// The target from the next period on, if it was changed.
    public let nextTarget: Amount?
    /// Whether only whole numbers are logged.
    public let wholeNumbers: Bool
    /// What a phone measures for it.
    public let metric: Metric?
    /// How often it begins anew.
    public let recurrence: Recurrence
    /// Of how many successive days the totals of the metric add up; `nil` for one day, or where no
    /// metric is counted.
    public let windowDays: Int?
    /// Its last day; `nil` if it has none.
    public let lastDay: CivilDate?
    /// On which days of the week a daily goal rests: 1 is Monday, 7 is Sunday.
    public let restWeekdays: [Int]
    /// How far it is.
    public let state: State
    /// What was reached: of a goal that recurs in its present period, of another one altogether;
    /// `nil` without a target, of a goal that recurs once it is over, and for a friend where a metric
    /// is counted.
    public let value: Amount?
    /// The value in percent of the target, whole and at most 100; `nil` without a target, and of a
    /// goal that recurs once it is over.
    public let progress: Int?
    /// The present period of a goal that recurs; `nil` of another one, and once it is over.
    public let period: GoalPeriod?
    /// Who may see it: `private` or `friends`.
    public let visibility: Visibility
    /// The first ten of its pictures that the caller may see, in order. Those of its entries are in its
    /// gallery.
    public let photos: [Photo]
    /// When it was reached first; `nil` for a friend where a metric is counted.
    public let metAt: Instant?
    /// Whether a total or an entry that had reached it was corrected afterwards.
    public let isFlagged: Bool
    /// What the caller may do with it now.
    public let actions: [Action]
    /// When it was made.
    public let createdAt: Instant
    /// Incremented by each change of what its owner sees; a call's `ifVersion`, in HTTP `If-Match`, is
    /// compared with it.
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

    /// How often a goal begins anew.
    public enum Recurrence: String, OpenEnum, CaseIterable {
        /// Reached once, and over then.
        case once
        /// Each local day of its owner.
        case daily
        /// Each week from Monday to Sunday.
        case weekly
        /// Each month of the calendar.
        case monthly
        /// A recurrence of a later release.
        case unknown
    }

    /// How far a goal is (2.4-goal).
    public enum State: String, OpenEnum, CaseIterable {
        /// Its owner pursues it.
        case active
        /// Its owner rests; periods that end meanwhile are `rested`.
        case paused
        /// Reached; of one that recurs: its last day has passed, and a period was met.
        case completed
        /// Its last day has passed, and it was not reached.
        case expired
        /// Its owner gave it up.
        case abandoned
        /// A state of a later release.
        case unknown
    }

    /// What its owner may do with it.
    public enum Action: String, OpenEnum, CaseIterable {
        /// Change what it says.
        case change
        /// Delete it.
        case delete
        /// Rest.
        case pause
        /// Go on.
        case resume
        /// Give it up.
        case abandon
        /// Mark it as done, or take that back.
        case complete
        /// Log what was done.
        case log
        /// An action of a later release.
        case unknown
    }
}
