import ChallengesCore
import Identifiers
import Postgres

extension Transaction {
    /// Locks a user's contests until the transaction ends: other transactions in which the user
    /// joins a contest, requests to join one or becomes an owner wait. Taken after the lock of the
    /// contest. Sent with the next statement.
    func lockContests(of user: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.joins), \(user.lock))")
    }

    /// The first key of the lock; the second is the user's.
    private static let joins: Int32 = 3
}
