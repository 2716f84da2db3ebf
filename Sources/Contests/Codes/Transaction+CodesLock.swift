import ChallengesCore
import Identifiers
import Postgres

extension Transaction {
    /// Makes other transactions that make codes of a person wait until this one ends. Sent with the
    /// next statement; taken after the lock of the contest.
    func lockCodes(of maker: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.codes), \(maker.lock))")
    }

    /// The kind of lock, among those that have two numbers.
    private static let codes: Int32 = 4
}
