import Identifiers
import Postgres

extension Transaction {
    /// Locks a user's reminders until the transaction ends, against being set or changed, against
    /// the deletion of their subject, and against changes of the user's days. Sent with the next
    /// statement; taken after the locks of the user's goals, and before those of reminders.
    func lockReminders(of user: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.reminders), \(user.lock))")
    }

    /// The first number of the lock, which tells kinds of advisory locks apart.
    private static let reminders: Int32 = 14
}
