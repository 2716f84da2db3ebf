import ChallengesAPI
import FoundationEssentials
import Identifiers
import Postgres
import Values
import Wire

/// A stored picture, without what it is a picture of.
struct PhotoRecord: Hashable, Sendable {
    let media: MediaID
    let owner: UserID
    let contentType: String
    /// In pixels, as stored.
    let width: Int
    /// In pixels, as stored.
    let height: Int
    let taken: Taken

    /// What pictures belong to.
    enum Place: String, Sendable {
        /// What a challenge asks for: its own copy of a definition's pictures.
        case challenge
        /// What somebody submitted.
        case attempt
        case definition
    }

    /// The picture as a definition and a challenge show it.
    var shown: Photo {
        Photo(
            id: media,
            url: MediaReference(media),
            contentType: contentType,
            width: width,
            height: height
        )
    }
}

// The `photos` table. No other file writes to it. What it holds of attempts, triggers keep in
// `attempt_media` too, from which the previous release reads.
extension Transaction {
    /// Inserts the pictures of something that has none, in order.
    func insert(
        _ photos: [PhotoRecord],
        of place: PhotoRecord.Place,
        _ subject: UUID,
        challenge: ChallengeID?,
        at now: Instant
    ) async throws {
        guard !photos.isEmpty else { return }
        try await run(
            """
            INSERT INTO photos (id, challenge, of, subject, position, added_at,
                \(PhotoRecord.columns))
            SELECT new.id, \(challenge), \(place.rawValue), \(subject), new.number - 1, \(now),
                \(PhotoRecord.newColumns)
            FROM unnest(\(photos.map { _ in UUID.version7() }), \(photos.map(\.media)),
                \(photos.map(\.owner)), \(photos.map(\.contentType)),
                \(photos.map { Int32(clamping: $0.width) }),
                \(photos.map { Int32(clamping: $0.height) }), \(photos.map(\.taken.rawValue)))
                WITH ORDINALITY AS new(id, \(PhotoRecord.columns), number)
            """
        )
    }

    /// Removes all pictures of something.
    ///
    /// - Returns: The removed ones, in order.
    func removePhotos(of place: PhotoRecord.Place, _ subject: UUID) async throws -> [MediaID] {
        let removed = try await all(
            """
            DELETE FROM photos WHERE of = \(place.rawValue) AND subject = \(subject)
            RETURNING position, media
            """
        ) { row in
            try (position: row.next(Int.self), media: row.next(MediaID.self))
        }
        return removed.sorted { $0.position < $1.position }.map { $0.media }
    }

    /// Copies all pictures of something to something else that has none.
    ///
    /// - Returns: The copied ones, in order.
    func copyPhotos(
        from source: (PhotoRecord.Place, UUID),
        to target: (PhotoRecord.Place, UUID),
        challenge: ChallengeID?,
        at now: Instant
    ) async throws -> [MediaID] {
        let photos = try await photos(of: source.0, [source.1])[source.1] ?? []
        try await insert(photos, of: target.0, target.1, challenge: challenge, at: now)
        return photos.map(\.media)
    }
}

extension Reader {
    /// The pictures of several things of a kind, each in order. What has none has no entry.
    func photos(
        of place: PhotoRecord.Place,
        _ subjects: [UUID]
    ) async throws -> [UUID: [PhotoRecord]] {
        guard !subjects.isEmpty else { return [:] }
        let rows = try await all(
            """
            SELECT subject, \(PhotoRecord.columns) FROM photos
            WHERE of = \(place.rawValue) AND subject = ANY(\(subjects)) ORDER BY position
            """,
            // A point read may return at most 200 rows.
            subjects.count * SubmitAssignment.mediaLimit.upperBound <= 200 ? .point : .leased
        ) { row in
            try (subject: row.next(UUID.self), photo: PhotoRecord(reading: &row))
        }
        return rows.reduce(into: [:]) { photos, row in
            photos[row.subject, default: []].append(row.photo)
        }
    }
}

extension PhotoRecord {
    /// The columns that a picture is read from.
    fileprivate static let columns: Columns = [
        "media", "owner", "content_type", "width", "height", "taken",
    ]
    /// The same of the rows that an insertion makes.
    fileprivate static let newColumns = columns.of("new")

    /// Reads `columns`.
    fileprivate init(reading row: inout Row) throws {
        try self.init(
            media: row.next(),
            owner: row.next(),
            contentType: row.next(),
            width: row.next(),
            height: row.next(),
            taken: Taken(rawValue: row.next()) ?? .unknown
        )
    }
}
