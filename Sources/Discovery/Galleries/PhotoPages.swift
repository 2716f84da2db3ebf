import ChallengesAPI
import ChallengesCore
import Contests
import FoundationEssentials
import Identifiers
import People
import Postgres
import Values
import Wire

/// A picture of a gallery, and what it belongs to.
struct GalleryRow: Hashable, Sendable {
    let id: PhotoID
    let place: PhotoRecord.Place
    let subject: UUID
    /// The challenge, contest or goal that it belongs to; `nil` for a picture kept without one.
    let challenge: ChallengeID?
    /// The assignment whose attempt it shows.
    let assignment: AssignmentID?
    let addedAt: Instant
    let photo: PhotoRecord
}

/// A picture's place in a gallery.
struct GalleryPlace: Hashable, Sendable {
    let addedAt: Instant
    let id: PhotoID
}

/// A page of a gallery, newest pictures first. Its viewer may see few of many pictures, so a page
/// examines a bounded number of them and may end before it is full (2.10-gallery).
protocol GalleryPage: Sendable {
    /// The last picture of the page before; `nil` on the first page.
    var after: GalleryPlace? { get }
    /// The last picture that the page examines; `nil` if it reads until it is full.
    var until: GalleryPlace? { get set }
    /// Reads the pictures of the page.
    var statement: SQL { get }
    /// Finds the last picture that the page may examine, if there are that many; `nil` if the
    /// viewer can see all of them.
    var endStatement: SQL? { get }
}

/// A page of a contest's gallery as the viewer sees it, newest pictures first.
struct ContestPhotosPage: Sendable {
    let contest: ChallengeID
    let access: EntriesAccess
    /// Whose pictures; `nil` for everyone's.
    let user: UserID?
    let after: GalleryPlace?
    var until: GalleryPlace?
    /// The maximum number of pictures.
    let limit: Int
}

/// A page of a goal's gallery, newest pictures first. The owner also sees the pictures of entries;
/// friends see what the owner shows them.
struct GoalPhotosPage: Sendable {
    let goal: ChallengeID
    /// Whether the viewer is the owner.
    let isOwn: Bool
    /// Whose pictures; `nil` for everyone's.
    let user: UserID?
    let after: GalleryPlace?
    var until: GalleryPlace?
    /// The maximum number of pictures.
    let limit: Int
}

/// A page of a user's gallery as the viewer sees it, newest pictures first. The owner is active,
/// and the two are not a blocked pair.
struct PersonPhotosPage: Sendable {
    let owner: UserID
    let viewer: UserID
    /// Whether the owner and the viewer are friends.
    let isFriend: Bool
    let after: GalleryPlace?
    var until: GalleryPlace?
    /// The maximum number of pictures.
    let limit: Int
}

// The lists of the `photos` table.
extension Reader {
    /// Whether a picture is in its owner's gallery, whatever it belongs to.
    func hasInGallery(_ id: PhotoID, _ owner: UserID) async throws -> Bool {
        try await first(
            """
            SELECT true FROM photos
            WHERE id = \(id) AND owner = \(owner) AND \(inGalleries: .ofPeople)
            """,
            .point
        ) { row in
            try row.next()
        } ?? false
    }

    /// A page of a gallery.
    func photos(_ page: some GalleryPage) async throws -> [GalleryRow] {
        try await all(page.statement) { row in
            try GalleryRow(reading: &row)
        }
    }

    /// The picture with which a page of a gallery ends even if it is not full; `nil` if it may read
    /// to the end.
    func end(of page: some GalleryPage) async throws -> GalleryPlace? {
        guard let statement = page.endStatement else { return nil }
        return try await first(statement, .point) { row in
            try GalleryPlace(addedAt: row.next(), id: row.next())
        }
    }

    /// The pictures among `media` that were already added to a subject.
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

extension ContestPhotosPage: GalleryPage {
    /// Each set of filters has its own statement, so that each is planned for its index.
    var statement: SQL {
        if user != nil || access.isInside {
            return """
                SELECT \(GalleryRow.contestColumns), \(PhotoRecord.joinedColumns) FROM photos
                WHERE \(photosOf: self) AND \(photosSeenBy: access)
                ORDER BY photos.added_at DESC, photos.id DESC LIMIT \(limit)
                """
        }
        // A viewer outside of the contest may see few of many pictures: those of the contest's
        // text, those with a wide audience, which have an index, and their own.
        return """
            SELECT \(GalleryRow.columns), \(PhotoRecord.columns) FROM (
                (SELECT \(GalleryRow.contestColumns), \(PhotoRecord.joinedColumns) FROM photos
                WHERE photos.subject = \(contest.uuid) AND photos.of = 'contest'
                    \(placesOf: self) AND \(textPhotosSeenBy: access.viewer)
                ORDER BY photos.added_at DESC, photos.id DESC LIMIT \(limit))
                UNION ALL
                (SELECT \(GalleryRow.contestColumns), \(PhotoRecord.joinedColumns) FROM photos
                WHERE photos.challenge = \(contest) AND photos.of IN ('entry', 'completion', 'gallery')
                    \(photosOf: access.viewer)\(placesOf: self)
                ORDER BY photos.added_at DESC, photos.id DESC LIMIT \(limit))
                \(andWidePhotosOf: self)
            ) AS listed ORDER BY added_at DESC, id DESC LIMIT \(limit)
            """
    }

    var endStatement: SQL? {
        if user == access.viewer { return nil }
        if user != nil || access.isInside {
            return """
                SELECT photos.added_at, photos.id FROM photos WHERE \(photosOf: self)
                ORDER BY photos.added_at DESC, photos.id DESC
                LIMIT 1 OFFSET \(Looks.max - 1)
                """
        }
        guard hasWidePhotos else { return nil }
        return """
            SELECT photos.added_at, photos.id FROM photos WHERE \(widePhotosOf: self)
            ORDER BY photos.added_at DESC, photos.id DESC
            LIMIT 1 OFFSET \(Looks.max - 1)
            """
    }

    /// Whether pictures in the contest may have an audience that includes people outside of it.
    fileprivate var hasWidePhotos: Bool { access.widest == .friends || access.widest == .public }
}

extension GoalPhotosPage: GalleryPage {
    var statement: SQL {
        let shown: SQL =
            """
            photos.of = 'goal' AND photos.audience IN ('friends', 'public')
            AND photos.hidden_at IS NULL
            """
        return """
            SELECT \(GalleryRow.contestColumns), \(PhotoRecord.joinedColumns) FROM photos
            WHERE \(photosOf: self) AND \(isOwn ? "true" : shown)
            ORDER BY photos.added_at DESC, photos.id DESC LIMIT \(limit)
            """
    }

    var endStatement: SQL? {
        guard !isOwn else { return nil }
        return """
            SELECT photos.added_at, photos.id FROM photos WHERE \(photosOf: self)
            ORDER BY photos.added_at DESC, photos.id DESC
            LIMIT 1 OFFSET \(Looks.max - 1)
            """
    }
}

extension PersonPhotosPage: GalleryPage {
    var statement: SQL {
        if owner == viewer {
            return """
                SELECT \(GalleryRow.personColumns), \(PhotoRecord.joinedColumns) FROM photos
                WHERE \(photosOf: self)
                ORDER BY photos.added_at DESC, photos.id DESC LIMIT \(limit)
                """
        }
        return """
            SELECT \(GalleryRow.personColumns), \(PhotoRecord.joinedColumns) FROM photos
            WHERE \(photosOf: self) AND photos.hidden_at IS NULL AND \(photosSeenBy: self)
            ORDER BY photos.added_at DESC, photos.id DESC LIMIT \(limit)
            """
    }

    var endStatement: SQL? {
        guard owner != viewer else { return nil }
        return """
            SELECT photos.added_at, photos.id FROM photos WHERE \(photosOf: self)
            ORDER BY photos.added_at DESC, photos.id DESC
            LIMIT 1 OFFSET \(Looks.max - 1)
            """
    }
}

/// The galleries that a statement reads. Indexes have the same lists.
enum Galleries {
    case ofContests, ofGoals, ofPeople
}

extension SQL.StringInterpolation {
    /// The condition that a picture is in galleries of this kind.
    mutating func appendInterpolation(inGalleries kind: Galleries) {
        switch kind {
        case .ofContests:
            appendLiteral("photos.of IN ('contest', 'entry', 'completion', 'gallery')")
        case .ofGoals: appendLiteral("photos.of IN ('goal', 'goalEntry')")
        case .ofPeople:
            appendLiteral("photos.of IN ('attempt', 'contest', 'entry', 'completion', 'gallery', ")
            appendLiteral("'goal', 'goalEntry', 'own') AND NOT photos.is_copy")
        }
    }

    /// The conditions for a picture to be examined for a page of a contest's gallery.
    fileprivate mutating func appendInterpolation(photosOf page: ContestPhotosPage) {
        appendLiteral("photos.challenge = ")
        appendInterpolation(page.contest)
        appendLiteral(" AND ")
        appendInterpolation(inGalleries: .ofContests)
        appendInterpolation(photosOf: page.user)
        appendInterpolation(placesOf: page)
    }

    /// The conditions for a picture to be examined for a page of a goal's gallery.
    fileprivate mutating func appendInterpolation(photosOf page: GoalPhotosPage) {
        appendLiteral("photos.challenge = ")
        appendInterpolation(page.goal)
        appendLiteral(" AND ")
        appendInterpolation(inGalleries: .ofGoals)
        appendInterpolation(photosOf: page.user)
        appendInterpolation(placesOf: page)
    }

    /// The conditions for a picture to be examined for a page of a user's gallery.
    fileprivate mutating func appendInterpolation(photosOf page: PersonPhotosPage) {
        appendLiteral("photos.owner = ")
        appendInterpolation(page.owner)
        appendLiteral(" AND ")
        appendInterpolation(inGalleries: .ofPeople)
        appendInterpolation(placesOf: page)
    }

    /// The conditions for a picture of a contest that non-participants may see to be examined for a
    /// page.
    fileprivate mutating func appendInterpolation(widePhotosOf page: ContestPhotosPage) {
        appendLiteral("photos.challenge = ")
        appendInterpolation(page.contest)
        appendLiteral(" AND photos.audience IN ('friends', 'public')")
        appendLiteral(" AND photos.of IN ('entry', 'completion', 'gallery') AND photos.owner <> ")
        appendInterpolation(page.access.viewer)
        appendInterpolation(placesOf: page)
    }

    fileprivate mutating func appendInterpolation(photosOf user: UserID?) {
        guard let user else { return }
        appendLiteral(" AND photos.owner = ")
        appendInterpolation(user)
    }

    /// The condition that a picture is within the bounds of a page.
    fileprivate mutating func appendInterpolation(placesOf page: some GalleryPage) {
        if let last = page.after {
            appendLiteral(" AND (photos.added_at, photos.id) < (")
            appendInterpolation(last.addedAt)
            appendLiteral(", ")
            appendInterpolation(last.id)
            appendLiteral(")")
        }
        if let end = page.until {
            appendLiteral(" AND (photos.added_at, photos.id) >= (")
            appendInterpolation(end.addedAt)
            appendLiteral(", ")
            appendInterpolation(end.id)
            appendLiteral(")")
        }
    }

    /// The part of a list with pictures that people outside of the contest may see; empty if the
    /// contest allows none.
    fileprivate mutating func appendInterpolation(andWidePhotosOf page: ContestPhotosPage) {
        guard page.hasWidePhotos else { return }
        appendLiteral("UNION ALL (SELECT ")
        appendInterpolation(GalleryRow.contestColumns)
        appendLiteral(", ")
        appendInterpolation(PhotoRecord.joinedColumns)
        appendLiteral(" FROM photos WHERE ")
        appendInterpolation(widePhotosOf: page)
        appendLiteral(" AND ")
        appendInterpolation(photosSeenBy: page.access)
        appendLiteral(" ORDER BY photos.added_at DESC, photos.id DESC LIMIT ")
        appendInterpolation(page.limit)
        appendLiteral(")")
    }

    /// The condition under which a viewer who sees a contest's text sees one of its pictures
    /// (2.10-photos). Owners see their own pictures. A picture of the text is visible with the
    /// text, unless its owner is inactive or blocked. Other pictures are visible to their audience,
    /// and those of an entry only to people who are also in the audience of the entry, while the
    /// owner is in the contest.
    ///
    /// The condition consists of cases for the same reason as the condition on audiences. Other
    /// tables are looked up for each picture, so that a list ends with its page.
    fileprivate mutating func appendInterpolation(photosSeenBy access: EntriesAccess) {
        appendLiteral("CASE WHEN photos.owner = ")
        appendInterpolation(access.viewer)
        appendLiteral(" THEN true WHEN photos.hidden_at IS NOT NULL THEN false")
        appendLiteral(" WHEN photos.of = 'contest' THEN ")
        appendInterpolation(textPhotosSeenBy: access.viewer)
        appendLiteral(" WHEN NOT ")
        appendInterpolation(isJoined: "photos.owner", in: "photos.challenge")
        appendLiteral(" THEN false WHEN photos.of <> 'entry' THEN ")
        appendInterpolation(audience: "photos.audience", of: "photos.owner", includes: access)
        appendLiteral(" ELSE coalesce((SELECT entries.state IN ('counted', 'queried') AND ")
        appendInterpolation(audience: "photos.audience", of: "photos.owner", includes: access)
        appendLiteral(" AND ")
        appendInterpolation(audience: "entries.audience", of: "entries.user_id", includes: access)
        appendLiteral(" FROM entries WHERE entries.id = photos.subject), false) END")
    }

    /// The condition under which a viewer who sees a contest's text sees a picture of the text.
    fileprivate mutating func appendInterpolation(textPhotosSeenBy viewer: UserID) {
        appendLiteral("(photos.owner = ")
        appendInterpolation(viewer)
        appendLiteral(" OR photos.hidden_at IS NULL AND coalesce(")
        appendInterpolation(standingOf: "photos.owner")
        appendLiteral(", 'active') = 'active' AND ")
        appendInterpolation(relationOf: "photos.owner", with: viewer)
        appendLiteral(" IS DISTINCT FROM 'blocked')")
    }

    /// The condition under which a viewer sees another user's picture. A picture kept without a
    /// challenge is visible to its audience, a submission to the sender of its challenge, and a
    /// picture of a contest or a goal to everyone who sees it in the gallery of the contest or the
    /// goal.
    fileprivate mutating func appendInterpolation(photosSeenBy page: PersonPhotosPage) {
        appendLiteral("CASE photos.of WHEN 'own' THEN photos.audience")
        appendLiteral(page.isFriend ? " IN ('friends', 'public')" : " = 'public'")
        if page.isFriend {
            appendLiteral(
                " WHEN 'goal' THEN photos.audience IN ('friends', 'public') AND coalesce(("
            )
            appendLiteral("SELECT challenges.visibility = 'friends' FROM challenges")
            appendLiteral(" WHERE challenges.id = photos.challenge), false)")
        } else {
            appendLiteral(" WHEN 'goal' THEN false")
        }
        appendLiteral(
            " WHEN 'goalEntry' THEN false WHEN 'attempt' THEN coalesce((SELECT assignments.sender = "
        )
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

    /// The condition under which a viewer who sees a contest is in an audience there: the rule of
    /// `EntriesAccess`, for any contest.
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
    /// The columns of a row, which come before those of its picture.
    fileprivate static let columns: Columns = [
        "id", "of", "subject", "challenge", "assignment", "added_at",
    ]
    /// The columns of a row in galleries without attempts.
    fileprivate static let contestColumns: Columns = [
        "photos.id", "photos.of", "photos.subject", "photos.challenge",
        "NULL::uuid AS assignment", "photos.added_at",
    ]
    /// The columns of a row with the assignments of attempts.
    fileprivate static let personColumns: Columns = [
        "photos.id", "photos.of", "photos.subject", "photos.challenge",
        """
        CASE photos.of WHEN 'attempt' THEN (
            SELECT attempts.assignment FROM attempts WHERE attempts.id = photos.subject) END
        """,
        "photos.added_at",
    ]

    /// Reads `columns` and those of the picture.
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
    /// The columns of a picture in a statement that reads other tables too.
    fileprivate static let joinedColumns = columns.of("photos")
}
