import ChallengesCore
import Identifiers
import Postgres

extension Transaction {
    /// Makes other transactions that add definitions of this user wait until this one ends. Sent
    /// with the next statement.
    func lockDefinitions(of author: UserID) throws {
        try enqueue("SELECT pg_advisory_xact_lock(\(Self.definitions), \(author.lock))")
    }

    /// The kind of lock, among those with two numbers.
    private static let definitions: Int32 = 1
}
