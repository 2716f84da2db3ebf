public import Identifiers
public import Wire

/// Changes a reminder of the caller's: what is absent stays (2.13-reminders). What it is about
/// never changes. On a day on which it has reminded, it does not again.
///
/// Refusals: `challenges.reminder_not_found`, also for another person's; `challenges.version_stale`
/// with the present reminder. Then, together, `challenges.minute_invalid` at `/minuteOfDay` and
/// `challenges.weekdays_invalid` at `/weekdays`; and `challenges.wrong_state` with the present
/// reminder where it would be on, and what it is about is closed for the caller.
public struct ChangeReminder: Call, Limited, MergePatch {
    public static let id: CallID = 0x027C
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The reminder.
    public var reminder: ReminderID
    /// The time by the caller's clocks: minutes since midnight.
    public var minuteOfDay: Int?
    /// On which days of the week: 1 is Monday, 7 is Sunday.
    public var weekdays: [Int]?
    /// Whether it reminds.
    public var isOn: Bool?
    /// Refuse with `challenges.version_stale` unless the reminder has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = [
        "minuteOfDay": .number(SetReminder.minuteLimit),
        "weekdays": .distinctItems(SetReminder.weekdaysLimit),
    ]

    public init(
        reminder: ReminderID,
        minuteOfDay: Int? = nil,
        weekdays: [Int]? = nil,
        isOn: Bool? = nil,
        ifVersion: Int64? = nil
    ) {
        self.reminder = reminder
        self.minuteOfDay = minuteOfDay
        self.weekdays = weekdays
        self.isOn = isOn
        self.ifVersion = ifVersion
    }

    public typealias Reply = Reminder
}
