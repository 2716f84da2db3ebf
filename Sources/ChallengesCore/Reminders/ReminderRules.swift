public import Values

/// The limits and times of reminders (2.14-limits).
public struct ReminderRules: Hashable, Sendable {
    /// How many reminders a user may have of one assignment, contest or goal.
    public var reminders: Int
    /// How many reminders a user may have altogether.
    public var remindersAll: Int
    /// How late a reminder may still come; later it is left out (2.13-reminders).
    public var lateMax: Duration

    public init(
        reminders: Int = 5,
        remindersAll: Int = 1_000,
        lateMax: Duration = .hours(1)
    ) {
        self.reminders = reminders
        self.remindersAll = remindersAll
        self.lateMax = lateMax
    }
}
