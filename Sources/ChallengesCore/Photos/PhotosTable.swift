package import ChallengesAPI
package import FoundationEssentials
package import Identifiers
package import Postgres
package import Values
import Wire

/// A stored picture, without the place that it belongs to.
package struct PhotoRecord: Hashable, Sendable {
    package let media: MediaID
    package let owner: UserID
    let contentType: String
    /// In pixels, as stored.
    let width: Int
    /// In pixels, as stored.
    let height: Int
    /// 2 to 8; `nil` if it is upright, or was stored before orientations were.
    let orientation: Int?
    package let taken: Taken
    /// Who may see it besides its owner. Used for pictures in contests.
    package var audience = Audience.participants

    package init(
        media: MediaID,
        owner: UserID,
        contentType: String,
        width: Int,
        height: Int,
        orientation: Int? = nil,
        taken: Taken,
        audience: Audience = .participants
    ) {
        self.media = media
        self.owner = owner
        self.contentType = contentType
        self.width = width
        self.height = height
        self.orientation = orientation
        self.taken = taken
        self.audience = audience
    }

    /// The places that pictures belong to.
    package enum Place: String, Sendable {
        /// A challenge's own copy of its definition's pictures.
        case challenge
        /// A submission.
        case attempt
        case definition
        /// The text of a contest.
        case contest
        /// A contest entry of a participant.
        case entry
        /// A participant's completion of a contest.
        case completion
        /// A picture that a user added to a contest by itself. The previous release treats pictures
        /// stored as `contest` as those of the contest's text.
        case gallery
        /// A picture of a user's own goal.
        case goal
        /// An entry of a user's own goal.
        case goalEntry
        /// A picture that a user keeps without a challenge.
        case own
    }

    /// The picture with another audience.
    package func shown(to audience: Audience) -> PhotoRecord {
        var photo = self
        photo.audience = audience
        return photo
    }

    /// The picture in a definition or a challenge.
    package var shown: Photo {
        Photo(
            id: media,
            url: MediaReference(media),
            contentType: contentType,
            width: width,
            height: height,
            orientation: orientation
        )
    }
}

/// A picture that its owner shows in a contest, or by itself.
package struct ContestPhoto: Hashable, Sendable {
    /// The id of the row.
    package let id: PhotoID
    package var photo: PhotoRecord

    package init(id: PhotoID, photo: PhotoRecord) {
        self.id = id
        self.photo = photo
    }

    /// The picture as viewers get it.
    package var shown: Entry.EntryPhoto {
        Entry.EntryPhoto(
            photo: photo.shown,
            photoID: id,
            audience: photo.audience,
            taken: photo.taken
        )
    }
}

// The `photos` table, without the lists of galleries, which `PhotoPages.swift` reads. No other file
// writes to it. Triggers copy its rows of attempts to `attempt_media`, which the previous release
// reads.
extension Transaction {
    /// Inserts the pictures of a subject that has none, in order.
    package func insert(
        _ photos: [PhotoRecord],
        of place: PhotoRecord.Place,
        _ subject: UUID,
        challenge: ChallengeID?,
        at now: Instant
    ) async throws {
        let rows = photos.map { ContestPhoto(id: PhotoID(), photo: $0) }
        try await insert(rows, of: place, subject, challenge: challenge, at: now)
    }

    /// Inserts pictures that a subject does not have yet, in order, with their row ids.
    package func insert(
        _ photos: [ContestPhoto],
        of place: PhotoRecord.Place,
        _ subject: UUID,
        challenge: ChallengeID?,
        at now: Instant
    ) async throws {
        guard !photos.isEmpty else { return }
        let records = photos.map(\.photo)
        try await run(
            """
            INSERT INTO photos (id, challenge, of, subject, position, added_at,
                \(PhotoRecord.columns))
            SELECT new.id, \(challenge), \(place.rawValue), \(subject), new.number - 1, \(now),
                \(PhotoRecord.newColumns)
            FROM unnest(\(photos.map(\.id)), \(records.map(\.media)),
                \(records.map(\.owner)), \(records.map(\.contentType)),
                \(records.map { Int32(clamping: $0.width) }),
                \(records.map { Int32(clamping: $0.height) }),
                \(records.map { Int32(clamping: $0.orientation ?? 1) }),
                \(records.map(\.taken.rawValue)),
                \(records.map(\.audience.rawValue)))
                WITH ORDINALITY AS new(id, \(PhotoRecord.columns), number)
            """
        )
    }

    /// Adds pictures after those of a subject whose row is locked, with their row ids.
    package func append(
        _ photos: [ContestPhoto],
        to place: PhotoRecord.Place,
        _ subject: UUID,
        challenge: ChallengeID,
        at now: Instant
    ) async throws {
        try await insert(photos, of: place, subject, challenge: challenge, at: now)
        // After very many additions and removals, several pictures share the last position.
        try enqueue(
            """
            UPDATE photos SET position = least(present.position + 1 + photos.position, 32767)
            FROM (
                SELECT max(position)::int AS position FROM photos
                WHERE of = \(place.rawValue) AND subject = \(subject)
                    AND NOT id = ANY(\(photos.map(\.id)))
            ) AS present
            WHERE photos.id = ANY(\(photos.map(\.id))) AND present.position IS NOT NULL
            """
        )
    }

    /// Replaces the pictures of a subject whose row is locked. A picture that stays keeps its row,
    /// and so its audience.
    ///
    /// - Parameters:
    ///   - had: The current pictures.
    ///   - photos: The new pictures, in order.
    ///   - place: The place of the pictures.
    ///   - subject: The subject in that place.
    ///   - challenge: The challenge in which they are shown.
    ///   - now: The time.
    /// - Throws: `PostgresError`.
    package func replace(
        _ had: [MediaID],
        by photos: [PhotoRecord],
        of place: PhotoRecord.Place,
        _ subject: UUID,
        challenge: ChallengeID?,
        at now: Instant
    ) async throws {
        let wanted = photos.map(\.media)
        try enqueue(
            """
            DELETE FROM photos
            WHERE of = \(place.rawValue) AND subject = \(subject) AND NOT media = ANY(\(wanted))
            """
        )
        try await insert(
            photos.filter { !had.contains($0.media) },
            of: place,
            subject,
            challenge: challenge,
            at: now
        )
        try enqueue(
            """
            UPDATE photos SET position = wanted.number - 1
            FROM unnest(\(wanted)) WITH ORDINALITY AS wanted(media, number)
            WHERE of = \(place.rawValue) AND subject = \(subject) AND photos.media = wanted.media
            """
        )
    }

    /// Changes the audience of a picture. Sent with the next statement.
    package func save(_ audience: Audience, of photo: PhotoID) throws {
        try enqueue("UPDATE photos SET audience = \(audience.rawValue) WHERE id = \(photo)")
    }

    /// Removes a picture that its owner added to a contest or a goal, or keeps without a challenge.
    ///
    /// - Returns: The removed picture with its place; `nil` if there is no such picture.
    package func removeAdded(_ id: PhotoID, of owner: UserID) async throws -> ShownPhoto? {
        try await first(
            """
            DELETE FROM photos
            WHERE id = \(id) AND owner = \(owner) AND of IN ('gallery', 'goal', 'own')
            RETURNING of, subject, challenge, id, \(PhotoRecord.columns)
            """
        ) { row in
            try ShownPhoto(reading: &row)
        }
    }

    /// Removes all pictures of a subject.
    ///
    /// - Returns: The removed pictures, in order.
    package func removePhotos(
        of place: PhotoRecord.Place,
        _ subject: UUID
    ) async throws -> [MediaID] {
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

    /// Moves all pictures of deleted subjects to their owners' galleries, without a challenge.
    /// Duplicates are removed: pictures that are there already, and all but one copy of the same
    /// picture.
    ///
    /// - Returns: All pictures of each subject, in order. Subjects without pictures are left out.
    package func keepPhotos(
        of place: PhotoRecord.Place,
        _ subjects: [UUID]
    ) async throws -> [UUID: [PhotoRecord]] {
        let photos = try await photos(of: place, subjects)
        guard !photos.isEmpty else { return [:] }
        let shown = Array(photos.keys)
        try enqueue(
            """
            UPDATE photos SET of = 'own', subject = owner, challenge = NULL, audience = 'owner'
            WHERE id IN (
                SELECT DISTINCT ON (owner, media) id FROM photos
                WHERE of = \(place.rawValue) AND subject = ANY(\(shown))
                ORDER BY owner, media, added_at, id
            ) AND NOT EXISTS (
                SELECT FROM photos AS kept
                WHERE kept.subject = photos.owner AND kept.of = 'own'
                    AND kept.media = photos.media)
            """
        )
        try enqueue(
            "DELETE FROM photos WHERE of = \(place.rawValue) AND subject = ANY(\(shown))"
        )
        return photos
    }

    /// Copies all pictures of a subject to another one that has none.
    ///
    /// - Returns: The copied pictures, in order.
    package func copyPhotos(
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
    /// The pictures of several subjects in a place, each in order. Subjects without pictures are
    /// left out.
    package func photos(
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

extension Reader {
    /// A picture that its owner shows in a contest, except in the contest's text, with its place
    /// and contest; `nil` if it belongs to another user or place.
    package func contestPhoto(
        _ id: PhotoID,
        of owner: UserID
    ) async throws -> ShownPhoto? {
        try await first(
            """
            SELECT of, subject, challenge, id, \(PhotoRecord.columns) FROM photos
            WHERE id = \(id) AND owner = \(owner) AND of IN ('entry', 'completion', 'gallery')
                AND challenge IS NOT NULL
            """,
            .point
        ) { row in
            try ShownPhoto(reading: &row)
        }
    }

    /// A picture that its owner keeps without a challenge or shows of a goal, with its place; `nil`
    /// if it belongs to another user or place.
    package func ownPhoto(
        _ id: PhotoID,
        of owner: UserID
    ) async throws -> ShownPhoto? {
        try await first(
            """
            SELECT of, subject, challenge, id, \(PhotoRecord.columns) FROM photos
            WHERE id = \(id) AND owner = \(owner) AND of IN ('goal', 'own')
            """,
            .point
        ) { row in
            try ShownPhoto(reading: &row)
        }
    }

    /// The first ten pictures of each of several goals, in order, as a viewer sees them who sees
    /// the goals. Goals without pictures are left out.
    package func firstPhotos(
        ofGoals goals: [ChallengeID],
        shownTo viewer: UserID
    ) async throws -> [ChallengeID: [PhotoRecord]] {
        guard !goals.isEmpty else { return [:] }
        // Bound as a parameter, so that the planner reads no more of a goal than needed.
        let most = 10
        let rows = try await all(
            """
            SELECT goals.id, \(PhotoRecord.columns.of("listed"))
            FROM unnest(\(goals)) AS goals(id) CROSS JOIN LATERAL (
                SELECT photos.* FROM photos
                WHERE photos.subject = goals.id AND photos.of = 'goal'
                    AND (photos.owner = \(viewer)
                        OR photos.audience = 'friends' AND photos.hidden_at IS NULL)
                ORDER BY photos.position, photos.added_at, photos.id LIMIT \(most)
            ) AS listed
            ORDER BY listed.position, listed.added_at, listed.id
            """,
            // A point read may return at most 200 rows.
            goals.count * most <= 200 ? .point : .leased
        ) { row in
            try (goal: row.next(ChallengeID.self), photo: PhotoRecord(reading: &row))
        }
        return rows.reduce(into: [:]) { photos, row in
            photos[row.goal, default: []].append(row.photo)
        }
    }

    /// The pictures that were added to a subject at a moment, in order.
    package func media(
        of place: PhotoRecord.Place,
        _ subject: UUID,
        addedAt moment: Instant
    ) async throws -> [MediaID] {
        try await all(
            """
            SELECT media FROM photos
            WHERE of = \(place.rawValue) AND subject = \(subject) AND added_at = \(moment)
            ORDER BY position
            """
        ) { row in
            try row.next()
        }
    }

    /// The number of pictures that a user added to a contest, or keeps without a challenge; for a
    /// goal, the number of its pictures.
    package func addedCount(
        _ owner: UserID,
        to place: PhotoRecord.Place,
        _ subject: UUID
    ) async throws -> Int {
        try await one(Self.countOfAdded(owner, to: place, subject)) { row in try row.next() }
    }

    /// All pictures of a goal or without a challenge belong to one owner; in a contest there may be
    /// many by other users.
    private static func countOfAdded(
        _ owner: UserID,
        to place: PhotoRecord.Place,
        _ subject: UUID
    ) -> SQL {
        guard place == .gallery else {
            return """
                SELECT count(*) FROM photos WHERE subject = \(subject) AND of = \(place.rawValue)
                """
        }
        return """
            SELECT count(*) FROM photos
            WHERE challenge = \(subject) AND owner = \(owner) AND of = 'gallery'
            """
    }
}

/// A picture that its owner shows, with its place.
package struct ShownPhoto: Hashable, Sendable {
    package let place: PhotoRecord.Place
    package let subject: UUID
    /// The contest or the goal; `nil` for a picture without a challenge.
    package let challenge: ChallengeID?
    package var photo: ContestPhoto
}

extension PhotoRecord.Place: Bindable, Readable {}

extension ShownPhoto {
    /// Reads `of`, `subject`, `challenge`, `id` and the columns of the picture.
    fileprivate init(reading row: inout Row) throws {
        try self.init(
            place: row.next(),
            subject: row.next(),
            challenge: row.next(),
            photo: ContestPhoto(reading: &row)
        )
    }
}

extension ContestPhoto {
    /// Reads `id` and the columns of the picture.
    package init(reading row: inout Row) throws {
        try self.init(id: row.next(), photo: PhotoRecord(reading: &row))
    }
}

extension Photo {
    /// An orientation as it is stored: 1 for an upright picture.
    package static func orientation(stored: Int16) -> Int? {
        stored == 1 ? nil : Int(stored)
    }
}

extension PhotoRecord {
    /// The columns that a picture is read from.
    package static let columns: Columns = [
        "media", "owner", "content_type", "width", "height", "orientation", "taken", "audience",
    ]
    /// The columns of `new`, the rows of an insertion.
    fileprivate static let newColumns = columns.of("new")

    /// Reads `columns`.
    package init(reading row: inout Row) throws {
        try self.init(
            media: row.next(),
            owner: row.next(),
            contentType: row.next(),
            width: row.next(),
            height: row.next(),
            orientation: Photo.orientation(stored: row.next()),
            taken: Taken(rawValue: row.next()) ?? .unknown,
            audience: Audience(rawValue: row.next()) ?? .unknown
        )
    }
}
