public import Identifiers
public import Values
public import Wire

/// A reminder of an assignment, a contest or a goal, at a time of the day by its owner's clocks
/// (2.13-reminders). Nobody else sees it.
public struct Reminder: Codable, Hashable, Sendable, Versioned, Limited {
    /// The reminder.
    public let id: ReminderID
    /// What it is about.
    public let of: Kind
    /// The assignment, contest or goal.
    public let subject: SubjectID
    /// The time by the user's clocks: minutes since midnight, 0 to 1,439.
    public let minuteOfDay: Int
    /// On which days of the week, ascending: 1 is Monday, 7 is Sunday.
    public let weekdays: [Int]
    /// Whether it reminds. Once its subject is closed, it is switched off at its next time.
    public let isOn: Bool
    /// When it reminds next, unless there is nothing to do then; `nil` if it is off.
    public let nextAt: Instant?
    /// Incremented by each change but that of `nextAt`; a call's `ifVersion`, in HTTP `If-Match`,
    /// is compared with it.
    public let version: Int64

    public static let limits: FieldLimits = [
        "minuteOfDay": .number(SetReminder.minuteLimit),
        "weekdays": .items(SetReminder.weekdaysLimit),
    ]

    public init(
        id: ReminderID,
        of: Kind,
        subject: SubjectID,
        minuteOfDay: Int,
        weekdays: [Int],
        isOn: Bool,
        nextAt: Instant? = nil,
        version: Int64
    ) {
        self.id = id
        self.of = of
        self.subject = subject
        self.minuteOfDay = minuteOfDay
        self.weekdays = weekdays
        self.isOn = isOn
        self.nextAt = nextAt
        self.version = version
    }

    /// What a reminder is about.
    public enum Kind: String, OpenEnum, CaseIterable {
        /// What somebody sent the user.
        case assignment
        /// A contest that the user is in.
        case contest
        /// A goal of the user's.
        case goal
        /// A kind of a later release.
        case unknown
    }
}
