import Postgres
import Values

// The `objects` table: one row for each file of the blob store. No other file names it.
extension Transaction {
    /// Locks a file until the commit, against others that store or move it, and then returns
    /// whether the file has a row.
    func hasRow(lockedFile hash: ContentHash) async throws -> Bool {
        // A separate statement, so that the row is read after the lock is held.
        try await run(lock(hash))
        return try await withoutRow([hash]).isEmpty
    }

    private func lock(_ hash: ContentHash) -> SQL {
        "SELECT pg_advisory_xact_lock(\(hash.lockNumber))"
    }

    /// Records that a file is about to be stored, for the first time or again, and locks the file
    /// and its row. The previous release stores no orientation: another upload adds it.
    func announce(_ picture: StrippedPicture, at now: Instant) async throws {
        try enqueue(lock(picture.hash))
        try await run(
            """
            INSERT INTO objects
                (sha256, content_type, bytes, width, height, orientation, created_at, uploaded_at)
            VALUES (\(picture.hash.bytes), \(picture.type.rawValue), \(picture.bytes),
                \(picture.size.width), \(picture.size.height), \(Int16(picture.orientation)),
                \(now), \(now))
            ON CONFLICT ON CONSTRAINT objects_pkey
            DO UPDATE SET uploaded_at = greatest(objects.uploaded_at, excluded.uploaded_at),
                orientation = excluded.orientation
            """
        )
    }

    /// Removes the row of an unneeded file, which stays locked until the commit.
    ///
    /// - Returns: Whether it was removed; `false` if it was uploaded again, or is being swept.
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
    /// The files among `hashes` that have no row.
    func withoutRow(_ hashes: ArraySlice<ContentHash>) async throws -> [ContentHash] {
        try await all(
            """
            SELECT file FROM unnest(\(hashes.map(\.bytes))) AS file
            LEFT JOIN objects ON objects.sha256 = file WHERE objects.sha256 IS NULL
            """
        ) { row in try ContentHash(stored: row.next()) }
    }

    /// Files that no picture needs, oldest first.
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
