import ChallengesCore
import Identifiers
import Postgres

extension Transaction {
    /// Locks the creation of codes by a user until the transaction ends: other transactions that
    /// create one wait. Taken after the lock of the contest. Sent with the next statement.
    func lockCodes(of maker: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.codes), \(maker.lock))")
    }

    /// The first key of the lock; the second is the user's.
    private static let codes: Int32 = 4
}
