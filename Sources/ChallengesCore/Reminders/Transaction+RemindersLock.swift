import Identifiers
import Postgres

extension Transaction {
    /// Locks a user's reminders against new ones and against changes of the user's days until the
    /// transaction ends. Sent with the next statement; taken after the locks of the user's goals,
    /// and before those of reminders.
    func lockReminders(of user: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.reminders), \(user.lock))")
    }

    /// The first number of the lock, which tells kinds of advisory locks apart.
    private static let reminders: Int32 = 14
}
