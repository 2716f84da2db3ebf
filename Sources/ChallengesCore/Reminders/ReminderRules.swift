public import Values

/// The limits and durations of reminders (2.14-limits).
public struct ReminderRules: Hashable, Sendable {
    /// The maximum number of a user's reminders per assignment, contest or goal; 5 by default.
    public var reminders: Int
    /// The maximum number of a user's reminders; 1,000 by default.
    public var remindersAll: Int
    /// How late a reminder may be sent; a later one is skipped. 1 hour by default (2.13-reminders).
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
