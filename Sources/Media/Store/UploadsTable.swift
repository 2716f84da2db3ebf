import Identifiers
import Postgres
import Values

// The `uploads` table: one row for each upload in progress. No other file names it.
extension Transaction {
    /// Locks the beginning and the end of a user's uploads until the commit.
    func lockUploads(of owner: UserID) async throws {
        try await run(
            """
            SELECT pg_advisory_xact_lock(
                hashtextextended('media.uploads', 0) # hashtextextended((\(owner))::text, 0))
            """
        )
    }

    /// Inserts an upload that begins.
    func begin(_ upload: UnfinishedUpload) async throws {
        try await run(
            """
            INSERT INTO uploads (id, owner, bytes, ends_by)
            VALUES (\(upload.id), \(upload.owner), \(upload.bytes), \(upload.endsBy))
            """
        )
    }

    /// Removes ended uploads; ignores those already gone.
    func deleteEndedUploads(_ ids: [UnfinishedUpload.ID]) async throws {
        guard !ids.isEmpty else { return }
        try await run("DELETE FROM uploads WHERE id = ANY(\(ids))")
    }

    /// Removes uploads whose process died.
    ///
    /// - Returns: The number of removed uploads.
    func deleteUploads(endedBy now: Instant) async throws -> Int {
        try await run("DELETE FROM uploads WHERE ends_by <= \(now)")
    }
}

extension Reader {
    /// The size of each of a user's uploads in progress, in bytes.
    func uploads(of owner: UserID, at now: Instant) async throws -> [Int64] {
        try await all(
            "SELECT bytes FROM uploads WHERE owner = \(owner) AND ends_by > \(now)"
        ) { row in try row.next() }
    }

    /// The total size of all uploads in progress, in bytes.
    func bytesUnderWay(at now: Instant) async throws -> Int64 {
        try await one(
            """
            SELECT coalesce(sum(bytes), 0)::bigint FROM uploads WHERE ends_by > \(now)
            """
        ) { row in try row.next() }
    }
}
