import Postgres
import Values

// The `strays` table: files that were seen without a row. No other file names it.
extension Transaction {
    /// Records files that a walk saw without a row.
    func noteStrays(_ hashes: ArraySlice<ContentHash>, at now: Instant) async throws {
        try await run(
            """
            INSERT INTO strays (sha256, first_seen_at, last_seen_at)
            SELECT sha256, \(now), \(now) FROM unnest(\(hashes.map(\.bytes))) AS sha256
            ON CONFLICT ON CONSTRAINT strays_pkey
            DO UPDATE SET last_seen_at = greatest(strays.last_seen_at, excluded.last_seen_at)
            """
        )
    }

    /// Forgets files that the walk that began at this moment did not see.
    func forgetStrays(lastSeenBefore moment: Instant) async throws {
        try await run("DELETE FROM strays WHERE last_seen_at < \(moment)")
    }

    func forgetStray(_ hash: ContentHash) async throws {
        try await run("DELETE FROM strays WHERE sha256 = \(hash.bytes)")
    }
}

extension Reader {
    /// Files that have been strays since a moment.
    func strays(firstSeenBy moment: Instant, limit: Int) async throws -> [ContentHash] {
        try await all(
            """
            SELECT sha256 FROM strays WHERE first_seen_at <= \(moment)
            ORDER BY first_seen_at LIMIT \(limit)
            """
        ) { row in try ContentHash(stored: row.next()) }
    }
}
