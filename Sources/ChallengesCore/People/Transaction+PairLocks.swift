package import Identifiers
import Postgres

extension Transaction {
    /// Waits for concurrent sends and blocks between these users, and makes later ones wait until
    /// the transaction ends. Sent with the next statement.
    ///
    /// Locks are taken in sorted order, so two sends to the same people never deadlock.
    package func lock(_ pairs: [Pair]) throws {
        let locks = Set(pairs.map(\.lock)).sorted()
        try enqueue("SELECT true FROM unnest(\(locks)) AS pair, pg_advisory_xact_lock(pair)")
    }
}
