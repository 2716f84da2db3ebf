import ChallengesCore
import Identifiers
import Postgres

extension Transaction {
    /// Makes other transactions in which a person makes a goal, or their days change, wait until
    /// this one ends. Sent with the next statement; taken after the lock of the person's health,
    /// and before those of goals.
    func lockGoals(of user: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.goals), \(user.lock))")
    }

    /// The kind of lock, among those that have two numbers.
    private static let goals: Int32 = 12
}
