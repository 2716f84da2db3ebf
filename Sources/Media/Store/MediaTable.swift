import Identifiers
import MediaAPI
import Postgres
import Values
import Wire

// The `media` table: one row for each upload. No other file names it.
extension Transaction {
    /// Inserts a picture. If the same user uploaded the same bytes under this id before, returns
    /// that picture.
    ///
    /// Throws `media.id_taken` if the id was used in any other way, and never returns that row.
    func insert(
        _ id: MediaID,
        of owner: UserID,
        _ picture: StrippedPicture,
        uploaded upload: ContentHash,
        at now: Instant
    ) async throws -> UploadMedia.Reply {
        try await run(
            """
            INSERT INTO media (id, owner, object, upload_sha256, original_content_type,
                captured_at, captured_zone_known, camera, created_at, idle_since)
            VALUES (\(id), \(owner), \(picture.hash.bytes), \(upload.bytes),
                \(picture.declared.essence),
                \(picture.provenance.capturedAt), \(picture.provenance.zoneKnown),
                \(picture.provenance.camera), \(now), \(now))
            ON CONFLICT ON CONSTRAINT media_pkey DO NOTHING
            """
        )
        let made = try await first(
            """
            SELECT \(Picture.columns)
            FROM media JOIN objects ON objects.sha256 = media.object
            WHERE id = \(id) AND owner = \(owner) AND upload_sha256 = \(upload.bytes)
            AND deleted_at IS NULL
            """
        ) { row in try Picture(reading: &row) }
        guard let made else { throw Refusal(MediaError.idTaken, at: "/media") }
        return UploadMedia.Reply(made)
    }

    /// Whether this id is a picture that the user uploaded before.
    func isMade(_ id: MediaID, by owner: UserID) async throws -> Bool {
        try await first(
            "SELECT id FROM media WHERE id = \(id) AND owner = \(owner) AND deleted_at IS NULL"
        ) { row in try row.next(MediaID.self) } != nil
    }

    /// Locks pictures, so that the sweeper skips them; leaves out those that do not exist or were
    /// deleted.
    func lock(_ ids: [MediaID]) async throws -> [MediaID: Picture] {
        try enqueue("SELECT FROM media WHERE id = ANY(\(ids)) ORDER BY id FOR UPDATE")
        return try await pictures(ids)
    }

    /// Postpones the time from which pictures count as unused.
    func keep(_ ids: [MediaID], until moment: Instant) async throws {
        try await run(
            """
            UPDATE media SET idle_since = greatest(idle_since, \(moment)) WHERE id = ANY(\(ids))
            """
        )
    }

    /// Removes pictures that were not used or claimed since a moment. Skips those that are being
    /// claimed.
    ///
    /// - Returns: The number of removed pictures.
    func deleteIdle(since moment: Instant, at now: Instant, limit: Int) async throws -> Int {
        let idle = try await all(
            """
            SELECT media.id FROM media
            LEFT JOIN claims ON claims.media = media.id AND claims.until > \(now)
            LEFT JOIN uses ON uses.media = media.id
            WHERE idle_since < \(moment) AND claims.media IS NULL AND uses.media IS NULL
            ORDER BY idle_since LIMIT \(limit) FOR UPDATE OF media SKIP LOCKED
            """
        ) { row in try row.next(MediaID.self) }
        return try await run("DELETE FROM media WHERE id = ANY(\(idle))")
    }
}

extension Reader {
    /// The given pictures, at most 200, without deleted ones.
    func pictures(_ ids: [MediaID]) async throws -> [MediaID: Picture] {
        let pictures = try await all(
            """
            SELECT \(Picture.columns)
            FROM media JOIN objects ON objects.sha256 = media.object
            WHERE id = ANY(\(ids)) AND deleted_at IS NULL
            """,
            .point
        ) { row in try Picture(reading: &row) }
        return Dictionary(uniqueKeysWithValues: pictures.map { ($0.id, $0) })
    }
}

extension Reader {
    /// A user's unused pictures that were uploaded after a moment, newest first.
    func unusedPictures(
        of owner: UserID,
        uploadedAfter moment: Instant,
        limit: Int
    ) async throws -> [UnusedPictures.Kept] {
        try await all(
            """
            SELECT bytes, media.created_at FROM media
            JOIN objects ON objects.sha256 = media.object
            LEFT JOIN uses ON uses.media = media.id
            WHERE owner = \(owner) AND media.created_at > \(moment) AND uses.media IS NULL
            AND deleted_at IS NULL
            ORDER BY media.created_at DESC LIMIT \(limit)
            """
        ) { row in try UnusedPictures.Kept(bytes: row.next(), uploadedAt: row.next()) }
    }
}

extension Picture {
    /// The columns of a picture, from `media` and `objects`.
    fileprivate static let columns: Columns = [
        "id", "owner", "sha256", "content_type", "bytes", "width", "height", "orientation",
        "media.created_at", "captured_at", "captured_zone_known",
    ]

    fileprivate init(reading row: inout Row) throws {
        try self.init(
            id: row.next(),
            owner: row.next(),
            hash: ContentHash(stored: row.next()),
            contentType: row.next(),
            bytes: row.next(),
            width: row.next(),
            height: row.next(),
            orientation: Int?(orientation: row.next()),
            createdAt: row.next(),
            capturedAt: row.next(),
            isZoneKnown: row.next()
        )
    }
}

extension Int? {
    /// An orientation as it is stored: 1 for an upright picture.
    fileprivate init(orientation: Int16) {
        self = orientation == 1 ? nil : Int(orientation)
    }
}
