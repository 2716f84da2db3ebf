import Postgres
import Values

// The `file_walks` table: one row with the time of the last walk through the files. No other file
// names it.
extension Transaction {
    /// Claims a walk through the files for this process.
    ///
    /// - Returns: Whether this process should walk; `false` if a walk began since that moment.
    func beginFileWalk(unlessSince moment: Instant, at now: Instant) async throws -> Bool {
        try await run(
            """
            INSERT INTO file_walks (number, began_at) VALUES (1, \(now))
            ON CONFLICT ON CONSTRAINT file_walks_pkey
            DO UPDATE SET began_at = excluded.began_at WHERE file_walks.began_at <= \(moment)
            """
        ) == 1
    }
}
