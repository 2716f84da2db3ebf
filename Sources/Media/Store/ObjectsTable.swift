import Postgres
import Values

// The `objects` table: one row for each file of the blob store. No other file names it.
extension Transaction {
    /// Says that a file is about to be kept, or is again, and locks its row.
    func announce(_ picture: StrippedPicture, at now: Instant) async throws {
        try await run(
            """
            INSERT INTO objects
                (sha256, content_type, bytes, width, height, created_at, uploaded_at)
            VALUES (\(picture.hash.bytes), \(picture.type.rawValue), \(picture.bytes),
                \(picture.size.width), \(picture.size.height), \(now), \(now))
            ON CONFLICT ON CONSTRAINT objects_pkey
            DO UPDATE SET uploaded_at = greatest(objects.uploaded_at, excluded.uploaded_at)
            """
        )
    }

    /// Removes the row of a file that no picture needs, and locks it until the commit.
    ///
    /// - Returns: Whether it was removed; not when it was uploaded again, or is being swept.
    func deleteObject(_ hash: ContentHash, uploadedBefore moment: Instant) async throws -> Bool {
        let locked = try await first(
            """
            SELECT sha256 FROM objects LEFT JOIN media ON media.object = objects.sha256
            WHERE sha256 = \(hash.bytes) AND uploaded_at < \(moment) AND media.id IS NULL
            FOR UPDATE OF objects SKIP LOCKED
            """
        ) { row in try row.next([UInt8].self) }
        guard locked != nil else { return false }
        return try await run("DELETE FROM objects WHERE sha256 = \(hash.bytes)") == 1
    }
}

extension Reader {
    /// Files that no picture needs, the longest known first.
    func unusedObjects(uploadedBefore moment: Instant, limit: Int) async throws -> [ContentHash] {
        try await all(
            """
            SELECT sha256 FROM objects LEFT JOIN media ON media.object = objects.sha256
            WHERE uploaded_at < \(moment) AND media.id IS NULL
            ORDER BY uploaded_at LIMIT \(limit)
            """
        ) { row in try ContentHash(stored: row.next()) }
    }
}
