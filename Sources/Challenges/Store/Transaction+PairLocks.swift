import Identifiers
import Postgres

extension Transaction {
    /// Waits for concurrent sends and blocks between these users, and makes later ones wait until
    /// the transaction ends.
    ///
    /// Locks are taken in sorted order, so two sends to the same people never deadlock.
    func lock(_ pairs: [Pair]) async throws {
        let locks = Set(pairs.map(\.lock)).sorted()
        _ = try await all(
            "SELECT true FROM unnest(\(locks)) AS pair, pg_advisory_xact_lock(pair)"
        ) { row in
            try row.next(Bool.self)
        }
    }
}
