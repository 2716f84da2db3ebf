import ChallengesCore
import Identifiers
import Postgres

extension Transaction {
    /// Makes other transactions in which a person joins a contest, or asks to, or comes to own one,
    /// wait until this one ends. Sent with the next statement; taken after the lock of the contest.
    func lockContests(of user: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.joins), \(user.lock))")
    }

    /// The kind of lock, among those that have two numbers.
    private static let joins: Int32 = 3
}
