package import Identifiers
import Postgres

extension Transaction {
    /// Locks a user's totals against changes, and against new rows that read them, until the
    /// transaction ends. Sent with the next statement.
    ///
    /// Taken after the locks of contests, and before those of participants, entries and goals. A
    /// change of a total takes this lock, and then looks for rows that read the total. A new
    /// reader, such as a user who joins a contest, takes it before it reads totals. So one
    /// of the two always sees the other. Counting for a contest that the user already participates
    /// in does not need this lock: it locks the participant, for which the change of a total waits.
    package func lockHealth(of user: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.health), \(user.lock))")
    }

    /// The first number of the lock, which tells kinds of advisory locks apart.
    private static let health: Int32 = 11
}
