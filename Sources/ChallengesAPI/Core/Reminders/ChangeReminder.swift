public import Identifiers
public import Wire

/// Changes a reminder of the caller (2.13-reminders). Absent fields stay as they are. The subject
/// never changes. A reminder that was already sent on a day is not sent again that day.
///
/// Refusals: `challenges.reminder_not_found`, also for another user's reminder;
/// `challenges.version_stale`, with the current reminder. Then, together,
/// `challenges.minute_invalid` at `/minuteOfDay` and `challenges.weekdays_invalid` at `/weekdays`;
/// and `challenges.wrong_state`, with the current reminder, if it would be on although the subject
/// is closed for the caller.
public struct ChangeReminder: Call, Limited, MergePatch {
    public static let id: CallID = 0x027C
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The reminder.
    public var reminder: ReminderID
    /// The local time of the caller: minutes since midnight.
    public var minuteOfDay: Int?
    /// The days of the week: 1 is Monday, 7 is Sunday.
    public var weekdays: [Int]?
    /// Whether the reminder is on.
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
