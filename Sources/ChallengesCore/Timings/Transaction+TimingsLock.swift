import Identifiers
import Postgres

extension Transaction {
    /// Makes other transactions in which a person starts a timing wait until this one ends. Sent
    /// with the next statement; taken after the lock of what is timed, and before those of timings.
    func lockTimings(of user: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.timings), \(user.lock))")
    }

    /// The kind of lock, among those that have two numbers.
    private static let timings: Int32 = 13
}
