public import Identifiers
public import Values
public import Wire

/// A reminder of an assignment, a contest or a goal, at a local time of its owner
/// (2.13-reminders). Only the owner sees it.
public struct Reminder: Codable, Hashable, Sendable, Versioned, Limited {
    /// The reminder.
    public let id: ReminderID
    /// The kind of the subject.
    public let of: Kind
    /// The assignment, contest or goal.
    public let subject: SubjectID
    /// The local time of the user: minutes since midnight, 0 to 1,439.
    public let minuteOfDay: Int
    /// The days of the week, ascending: 1 is Monday, 7 is Sunday.
    public let weekdays: [Int]
    /// Whether the reminder is on. If the subject is closed, it is switched off at its next time.
    public let isOn: Bool
    /// The next time, at which the reminder is sent unless there is nothing to do; `nil` if it is
    /// off.
    public let nextAt: Instant?
    /// The version: incremented by each change except of `nextAt`. A call's `ifVersion`, in HTTP
    /// `If-Match`, is compared with it.
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

    /// The kind of a reminder's subject.
    public enum Kind: String, OpenEnum, CaseIterable {
        /// An assignment that the user received.
        case assignment
        /// A contest in which the user participates.
        case contest
        /// A goal of the user.
        case goal
        /// A kind of a later release.
        case unknown
    }
}
