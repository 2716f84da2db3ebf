package import Identifiers
import Postgres

extension Transaction {
    /// Locks pairs of users until the transaction ends: concurrent sends and blocks between them
    /// wait. Sent with the next statement.
    ///
    /// The locks are taken in sorted order, so that two sends to the same users never deadlock.
    package func lock(_ pairs: [Pair]) throws {
        let locks = Set(pairs.map(\.lock)).sorted()
        try enqueue("SELECT true FROM unnest(\(locks)) AS pair, pg_advisory_xact_lock(pair)")
    }
}
