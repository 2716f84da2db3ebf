import Identifiers
import Postgres

extension Transaction {
    /// Makes other transactions in which a person sets a reminder, or their days change, wait until
    /// this one ends. Sent with the next statement; taken after the locks of the person's goals, and
    /// before those of reminders.
    func lockReminders(of user: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.reminders), \(user.lock))")
    }

    /// The kind of lock, among those that have two numbers.
    private static let reminders: Int32 = 14
}
