public import Identifiers
public import Wire

/// Creates a reminder of an assignment that the caller received, a contest in which they
/// participate, or one of their goals. The subject must not be over (2.13-reminders).
///
/// At the given time on each of the weekdays, the caller gets an inbox item of kind `reminder`,
/// unless there is nothing to do: the subject is done for the day, waits for a verdict, rests, is
/// paused, or has not begun. Times and days are in the caller's time zone.
///
/// A client that chooses the reminder's `id` and repeats the call gets the reminder that was
/// created (2.14-ids).
///
/// Refusals about fields, all together: `challenges.subject_unknown` at `/of`,
/// `challenges.minute_invalid` at `/minuteOfDay`, `challenges.weekdays_invalid` at `/weekdays`.
/// Then `challenges.assignment_not_found`, also for the sender, `challenges.contest_not_found`,
/// also for users without a role in it, or `challenges.goal_not_found`, also for another user's
/// goal; `challenges.wrong_state` if the subject is closed for the caller;
/// `challenges.reminders_too_many` for the sixth reminder of a subject, unless the operator sets
/// another limit, or for the caller's 1,001st; and `challenges.id_taken`; `wire.id_reserved` at
/// `/id`.
public struct SetReminder: ChoosesID, Limited {
    public static let id: CallID = 0x027A
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The id of the reminder to set; the service picks one when absent.
    public var id: ReminderID?
    public static let chosenIDField = "id"
    public var chosenID: ReminderID? { id }
    /// The kind of the subject: `assignment`, `contest` or `goal`.
    public var of: Reminder.Kind
    /// The assignment, contest or goal.
    public var subject: SubjectID
    /// The local time of the caller: minutes since midnight. When the clocks go forward, a skipped
    /// time moves to the end of the gap. When they go back, the first of two equal times counts.
    public var minuteOfDay: Int
    public static let minuteLimit = 0...1_439
    /// The days of the week: 1 is Monday, 7 is Sunday.
    public var weekdays: [Int]
    public static let weekdaysLimit = 1...7
    /// Whether the reminder is on; `true` when absent.
    public var isOn: Bool?

    public static let limits: FieldLimits = [
        "minuteOfDay": .number(minuteLimit), "weekdays": .distinctItems(weekdaysLimit),
    ]

    public init(
        id: ReminderID? = nil,
        of: Reminder.Kind,
        subject: SubjectID,
        minuteOfDay: Int,
        weekdays: [Int],
        isOn: Bool? = nil
    ) {
        self.id = id
        self.of = of
        self.subject = subject
        self.minuteOfDay = minuteOfDay
        self.weekdays = weekdays
        self.isOn = isOn
    }

    public typealias Reply = Reminder
}
