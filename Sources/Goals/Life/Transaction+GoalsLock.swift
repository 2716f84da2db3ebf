import ChallengesCore
import Identifiers
import Postgres

extension Transaction {
    /// Locks a user's goals against creation and against changes of the user's days until the
    /// transaction ends. Sent with the next statement; taken after the lock of the user's health
    /// data, and before those of goals.
    func lockGoals(of user: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.goals), \(user.lock))")
    }

    /// The first number of the lock, which tells kinds of advisory locks apart.
    private static let goals: Int32 = 12
}
