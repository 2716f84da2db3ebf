import ChallengesAPI
import FoundationEssentials
import Identifiers
import People
import Postgres
import Values

/// A picture of a gallery, with what it is a picture of.
struct GalleryRow: Hashable, Sendable {
    let id: PhotoID
    let place: PhotoRecord.Place
    let subject: UUID
    /// Where it is shown; `nil` of one that is kept without a challenge.
    let challenge: ChallengeID?
    /// The assignment whose attempt it shows.
    let assignment: AssignmentID?
    let addedAt: Instant
    let photo: PhotoRecord
}

/// The last picture of the page before.
struct GalleryPlace: Hashable, Sendable {
    let addedAt: Instant
    let id: PhotoID
}

/// A page of the pictures that are shown in a contest, as far as a person may see them, the newest
/// first.
struct ContestPhotosPage: Sendable {
    let contest: ChallengeID
    let view: EntriesView
    /// Whose; `nil` for everyone's.
    let user: UserID?
    /// `nil` on the first page.
    let after: GalleryPlace?
    /// How many pictures.
    let limit: Int
}

/// A page of the pictures that a person shows anywhere, as far as another may see them, the newest
/// first. Without a block between the two, and the owner is active.
struct PersonPhotosPage: Sendable {
    let owner: UserID
    let viewer: UserID
    /// Whether the two are friends.
    let isFriend: Bool
    /// `nil` on the first page.
    let after: GalleryPlace?
    /// How many pictures.
    let limit: Int
}

// The lists of the `photos` table.
extension Reader {
    /// A page of the pictures that are shown in a contest.
    func photos(_ page: ContestPhotosPage) async throws -> [GalleryRow] {
        try await all(page.statement) { row in
            try GalleryRow(reading: &row)
        }
    }

    /// A page of the pictures that a person shows.
    func photos(_ page: PersonPhotosPage) async throws -> [GalleryRow] {
        try await all(page.statement) { row in
            try GalleryRow(reading: &row)
        }
    }

    /// Those of some pictures that were added to something before.
    func added(
        _ media: [MediaID],
        to place: PhotoRecord.Place,
        _ subject: UUID
    ) async throws -> [MediaID: GalleryRow] {
        let rows = try await all(
            """
            SELECT \(GalleryRow.contestColumns), \(PhotoRecord.joinedColumns) FROM photos
            WHERE photos.subject = \(subject) AND photos.of = \(place)
                AND photos.media = ANY(\(media))
            """,
            .point
        ) { row in
            try GalleryRow(reading: &row)
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.photo.media, $0) })
    }
}

extension ContestPhotosPage {
    /// Each set of filters is a statement of its own, so that each is planned for its index.
    fileprivate var statement: SQL {
        if user != nil || view.isInside {
            return """
                SELECT \(GalleryRow.contestColumns), \(PhotoRecord.joinedColumns) FROM photos
                WHERE photos.challenge = \(contest) AND \(inGalleries: .ofContests)
                    \(photosOf: user)\(photosBefore: after) AND \(photosSeenBy: view)
                ORDER BY photos.added_at DESC, photos.id DESC LIMIT \(limit)
                """
        }
        // Whoever is outside may see few of many pictures: those of the contest's text, those with a
        // wide audience, which have an index, and their own.
        return """
            SELECT \(GalleryRow.columns), \(PhotoRecord.columns) FROM (
                (SELECT \(GalleryRow.contestColumns), \(PhotoRecord.joinedColumns) FROM photos
                WHERE photos.subject = \(contest.uuid) AND photos.of = 'contest'
                    \(photosBefore: after) AND \(textPhotosSeenBy: view.viewer)
                ORDER BY photos.added_at DESC, photos.id DESC LIMIT \(limit))
                UNION ALL
                (SELECT \(GalleryRow.contestColumns), \(PhotoRecord.joinedColumns) FROM photos
                WHERE photos.challenge = \(contest) AND photos.of IN ('entry', 'completion', 'gallery')
                    \(photosOf: view.viewer)\(photosBefore: after)
                ORDER BY photos.added_at DESC, photos.id DESC LIMIT \(limit))
                \(andWidePhotosOf: self)
            ) AS listed ORDER BY added_at DESC, id DESC LIMIT \(limit)
            """
    }
}

extension PersonPhotosPage {
    fileprivate var statement: SQL {
        if owner == viewer {
            return """
                SELECT \(GalleryRow.personColumns), \(PhotoRecord.joinedColumns) FROM photos
                WHERE photos.owner = \(owner) AND \(inGalleries: .ofPeople)\(photosBefore: after)
                ORDER BY photos.added_at DESC, photos.id DESC LIMIT \(limit)
                """
        }
        return """
            SELECT \(GalleryRow.personColumns), \(PhotoRecord.joinedColumns) FROM photos
            WHERE photos.owner = \(owner) AND \(inGalleries: .ofPeople)\(photosBefore: after)
                AND photos.hidden_at IS NULL AND \(photosSeenBy: self)
            ORDER BY photos.added_at DESC, photos.id DESC LIMIT \(limit)
            """
    }
}

/// The galleries that a statement reads. Indices have the same lists.
enum Galleries {
    case ofContests, ofPeople
}

extension SQL.StringInterpolation {
    /// The condition that a picture is in galleries of a kind at all.
    mutating func appendInterpolation(inGalleries kind: Galleries) {
        switch kind {
        case .ofContests:
            appendLiteral("photos.of IN ('contest', 'entry', 'completion', 'gallery')")
        case .ofPeople:
            appendLiteral("photos.of IN ('attempt', 'contest', 'entry', 'completion', 'gallery', ")
            appendLiteral("'own') AND NOT photos.is_copy")
        }
    }

    fileprivate mutating func appendInterpolation(photosOf user: UserID?) {
        guard let user else { return }
        appendLiteral(" AND photos.owner = ")
        appendInterpolation(user)
    }

    fileprivate mutating func appendInterpolation(photosBefore last: GalleryPlace?) {
        guard let last else { return }
        appendLiteral(" AND (photos.added_at, photos.id) < (")
        appendInterpolation(last.addedAt)
        appendLiteral(", ")
        appendInterpolation(last.id)
        appendLiteral(")")
    }

    /// The part of a list with pictures that people outside the contest may see; nothing where
    /// there are none.
    fileprivate mutating func appendInterpolation(andWidePhotosOf page: ContestPhotosPage) {
        guard page.view.widest == .friends || page.view.widest == .public else { return }
        appendLiteral("UNION ALL (SELECT ")
        appendInterpolation(GalleryRow.contestColumns)
        appendLiteral(", ")
        appendInterpolation(PhotoRecord.joinedColumns)
        appendLiteral(" FROM photos WHERE photos.challenge = ")
        appendInterpolation(page.contest)
        appendLiteral(" AND photos.audience IN ('friends', 'public')")
        appendLiteral(" AND photos.of IN ('entry', 'completion', 'gallery') AND photos.owner <> ")
        appendInterpolation(page.view.viewer)
        appendInterpolation(photosBefore: page.after)
        appendLiteral(" AND ")
        appendInterpolation(photosSeenBy: page.view)
        appendLiteral(" ORDER BY photos.added_at DESC, photos.id DESC LIMIT ")
        appendInterpolation(page.limit)
        appendLiteral(")")
    }

    /// The condition under which a person sees a picture of a contest whose text they see: one of the
    /// text like the text, unless there is a block between them and whose it is; others by their
    /// audience and, of an entry, by that of the entry, while their owners are in the contest
    /// (2.10-photos). As cases, as that of audiences is; what else it depends on is looked up for each
    /// picture, so that a list ends with its page.
    fileprivate mutating func appendInterpolation(photosSeenBy view: EntriesView) {
        appendLiteral("CASE WHEN photos.owner = ")
        appendInterpolation(view.viewer)
        appendLiteral(" THEN true WHEN photos.hidden_at IS NOT NULL THEN false")
        appendLiteral(" WHEN photos.of = 'contest' THEN ")
        appendInterpolation(textPhotosSeenBy: view.viewer)
        appendLiteral(" WHEN NOT ")
        appendInterpolation(isJoined: "photos.owner", in: "photos.challenge")
        appendLiteral(" THEN false WHEN photos.of <> 'entry' THEN ")
        appendInterpolation(audience: "photos.audience", of: "photos.owner", includes: view)
        appendLiteral(" ELSE coalesce((SELECT entries.state IN ('counted', 'queried') AND ")
        appendInterpolation(audience: "photos.audience", of: "photos.owner", includes: view)
        appendLiteral(" AND ")
        appendInterpolation(audience: "entries.audience", of: "entries.user_id", includes: view)
        appendLiteral(" FROM entries WHERE entries.id = photos.subject), false) END")
    }

    /// The condition under which a person who sees a contest's text sees a picture of that.
    fileprivate mutating func appendInterpolation(textPhotosSeenBy viewer: UserID) {
        appendLiteral("(photos.owner = ")
        appendInterpolation(viewer)
        appendLiteral(" OR photos.hidden_at IS NULL AND coalesce(")
        appendInterpolation(standingOf: "photos.owner")
        appendLiteral(", 'active') = 'active' AND ")
        appendInterpolation(relationOf: "photos.owner", with: viewer)
        appendLiteral(" IS DISTINCT FROM 'blocked')")
    }

    /// The condition under which somebody sees a picture of another person: what is kept without a
    /// challenge by its audience, a submission if it was sent to them, and what is shown in a contest
    /// as in the contest's own gallery.
    fileprivate mutating func appendInterpolation(photosSeenBy page: PersonPhotosPage) {
        appendLiteral("CASE photos.of WHEN 'own' THEN photos.audience")
        appendLiteral(page.isFriend ? " IN ('friends', 'public')" : " = 'public'")
        appendLiteral(" WHEN 'attempt' THEN coalesce((SELECT assignments.sender = ")
        appendInterpolation(page.viewer)
        appendLiteral(" FROM attempts JOIN assignments ON assignments.id = attempts.assignment")
        appendLiteral(" WHERE attempts.id = photos.subject), false) ELSE coalesce((SELECT ")
        appendInterpolation(contestsSeenBy: page.viewer)
        appendLiteral(" AND CASE WHEN photos.of = 'contest' THEN true WHEN NOT ")
        appendInterpolation(isJoined: "photos.owner", in: "photos.challenge")
        appendLiteral(" THEN false WHEN photos.of <> 'entry' THEN ")
        appendInterpolation(audience: "photos.audience", includes: page)
        appendLiteral(" ELSE coalesce((SELECT entries.state IN ('counted', 'queried') AND ")
        appendInterpolation(audience: "photos.audience", includes: page)
        appendLiteral(" AND ")
        appendInterpolation(audience: "entries.audience", includes: page)
        appendLiteral(" FROM entries WHERE entries.id = photos.subject), false) END")
        appendLiteral(" FROM contests WHERE contests.challenge = photos.challenge), false) END")
    }

    /// The condition under which somebody who sees a contest is among an audience in it: what
    /// `EntriesView` says, for any contest.
    private mutating func appendInterpolation(
        audience: StaticString,
        includes page: PersonPhotosPage
    ) {
        appendLiteral("CASE WHEN ")
        appendInterpolation(isInsideContest: page.viewer)
        appendLiteral(" THEN ")
        appendLiteral(audience)
        appendLiteral(" IN ('participants', 'friends', 'public')")
        appendLiteral(" WHEN contests.visibility = 'public' THEN ")
        appendLiteral(audience)
        appendLiteral(page.isFriend ? " IN ('friends', 'public')" : " = 'public'")
        if page.isFriend {
            appendLiteral(" WHEN contests.visibility = 'friends' THEN ")
            appendLiteral(audience)
            appendLiteral(" IN ('friends', 'public')")
        }
        appendLiteral(" ELSE false END")
    }
}

extension GalleryRow {
    /// The columns that a row is read from, before those of its picture.
    fileprivate static let columns: Columns = [
        "id", "of", "subject", "challenge", "assignment", "added_at",
    ]
    /// The same where no attempts are joined.
    fileprivate static let contestColumns: Columns = [
        "photos.id", "photos.of", "photos.subject", "photos.challenge",
        "NULL::uuid AS assignment", "photos.added_at",
    ]
    /// The same with those of attempts.
    fileprivate static let personColumns: Columns = [
        "photos.id", "photos.of", "photos.subject", "photos.challenge",
        """
        CASE photos.of WHEN 'attempt' THEN (
            SELECT attempts.assignment FROM attempts WHERE attempts.id = photos.subject) END
        """,
        "photos.added_at",
    ]

    /// Reads `columns`, and those of the picture.
    fileprivate init(reading row: inout Row) throws {
        try self.init(
            id: row.next(),
            place: row.next(),
            subject: row.next(),
            challenge: row.next(),
            assignment: row.next(),
            addedAt: row.next(),
            photo: PhotoRecord(reading: &row)
        )
    }
}

extension PhotoRecord {
    /// The columns of a picture, beside those of other tables.
    fileprivate static let joinedColumns = columns.of("photos")
}
