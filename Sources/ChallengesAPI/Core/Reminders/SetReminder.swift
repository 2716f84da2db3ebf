public import Identifiers
public import Wire

/// Sets a reminder of an assignment that the caller received, a contest that they are in, or one of
/// their goals, while it is not over (2.13-reminders).
///
/// At the time, on each of the weekdays, an item of kind `reminder` comes to the caller's inbox,
/// unless there is nothing to do: it is done for the day, waits for a verdict, rests, is paused, or
/// has not begun. Times and days are those of the caller's clocks.
///
/// A client that gives the reminder an `id` and repeats the call gets what was set (2.14-ids).
///
/// Refusals, all of those about fields together: `challenges.subject_unknown` at `/of`,
/// `challenges.minute_invalid` at `/minuteOfDay`, `challenges.weekdays_invalid` at `/weekdays`.
/// Then `challenges.assignment_not_found`, also for the sender, `challenges.contest_not_found`,
/// also for people who have no part in it, or `challenges.goal_not_found`, also for another
/// person's; `challenges.wrong_state` for what is closed for the caller;
/// `challenges.reminders_too_many` for the sixth of the same subject, unless the operator sets
/// another limit, or the 1,001st of all; and `challenges.id_taken`; `wire.id_reserved` at `/id`.
public struct SetReminder: ChoosesID, Limited {
    public static let id: CallID = 0x027A
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The id of the reminder to set; the service picks one when absent.
    public var id: ReminderID?
    public static let chosenIDField = "id"
    public var chosenID: ReminderID? { id }
    /// What the caller is to be reminded of: `assignment`, `contest` or `goal`.
    public var of: Reminder.Kind
    /// The assignment, contest or goal.
    public var subject: SubjectID
    /// The time by the caller's clocks: minutes since midnight. One that the clocks skip moves to
    /// where they go on; of one that they show twice, the first counts.
    public var minuteOfDay: Int
    public static let minuteLimit = 0...1_439
    /// On which days of the week: 1 is Monday, 7 is Sunday.
    public var weekdays: [Int]
    public static let weekdaysLimit = 1...7
    /// Whether it reminds; `true` when absent.
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
