import Identifiers
import Postgres

extension Transaction {
    /// Waits until nobody else sends between these people or cuts them apart, and keeps others
    /// from it until the transaction ends.
    ///
    /// All locks are taken in one order, so two sends to the same people never wait for each other
    /// in a ring.
    func lock(_ pairs: [Pair]) async throws {
        let locks = Set(pairs.map(\.lock)).sorted()
        _ = try await all(
            "SELECT true FROM unnest(\(locks)) AS pair, pg_advisory_xact_lock(pair)"
        ) { row in
            try row.next(Bool.self)
        }
    }
}
