import Postgres
import Values

// The `file_walks` table: one row, which says when the files were last gone through. No other file
// names it.
extension Transaction {
    /// Takes a walk through the files for this process.
    ///
    /// - Returns: Whether it is this process' to do; not when one began since that moment.
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
