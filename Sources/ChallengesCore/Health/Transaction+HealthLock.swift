package import Identifiers
import Postgres

extension Transaction {
    /// Makes other transactions in which a person's totals change, or in which something begins to
    /// read them, wait until this one ends. Sent with the next statement.
    ///
    /// Taken after the locks of contests, and before those of their participants, of entries and of
    /// goals. Who changes a total finds under it what reads the total, and whoever makes something
    /// that reads it (joins a contest, begins a goal) takes it before reading: so one of the two
    /// always sees the other. What already reads the totals needs no such lock: it counts again
    /// under a lock of its own, which the change of a total waits for.
    package func lockHealth(of user: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.health), \(user.lock))")
    }

    /// The kind of lock, among those that have two numbers.
    private static let health: Int32 = 11
}
