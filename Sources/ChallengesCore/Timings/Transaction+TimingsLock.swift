import Identifiers
import Postgres

extension Transaction {
    /// Locks a user's timings against new ones until the transaction ends. Sent with the next
    /// statement; taken after the lock of the subject, and before those of timings.
    func lockTimings(of user: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.timings), \(user.lock))")
    }

    /// The first number of the lock, which tells kinds of advisory locks apart.
    private static let timings: Int32 = 13
}
