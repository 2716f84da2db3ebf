public import Identifiers
public import Wire

/// Removes a reminder of the caller (2.13-reminders).
///
/// Refusals: `challenges.reminder_not_found`, also for another user's reminder;
/// `challenges.version_stale`, with the current reminder.
public struct RemoveReminder: Call {
    public static let id: CallID = 0x027D
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The reminder.
    public var reminder: ReminderID
    /// Refuse with `challenges.version_stale` unless the reminder has this version.
    public var ifVersion: Int64?

    public init(reminder: ReminderID, ifVersion: Int64? = nil) {
        self.reminder = reminder
        self.ifVersion = ifVersion
    }

    public typealias Reply = Nothing
}
