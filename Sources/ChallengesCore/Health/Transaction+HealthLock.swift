package import Identifiers
import Postgres

extension Transaction {
    /// Makes other transactions in which a person's totals change, or in which something begins to
    /// read them, wait until this one ends. Sent with the next statement.
    ///
    /// Taken after the locks of contests, and before those of their participants, of entries and of
    /// goals. A change of a total takes this lock, and then looks for what reads the total.
    /// Whatever begins to read totals (a person joins a contest) takes it too, before it reads. So
    /// one of the two always sees the other. A contest that the person is in already needs no such
    /// lock: it counts under the lock of the participant, for which the change of a total waits.
    package func lockHealth(of user: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.health), \(user.lock))")
    }

    /// The kind of lock, among those that have two numbers.
    private static let health: Int32 = 11
}
