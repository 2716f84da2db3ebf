import ChallengesAPI
import ChallengesCore
import Contests
import Definitions
import FoundationEssentials
import Identifiers
import IdentityAPI
import People
import Postgres
import Values
import Wire

// The `likes` table. No other file writes to it.
extension Transaction {
    /// Stores a user's like of a definition. An existing like keeps its time.
    ///
    /// - Returns: Whether the like is new.
    func like(_ definition: DefinitionID, by user: UserID, at now: Instant) async throws -> Bool {
        let added = try await run(
            """
            INSERT INTO likes (target, user_id, of, liked_at)
            VALUES (\(definition), \(user), 'definition', \(now))
            ON CONFLICT ON CONSTRAINT likes_pkey DO NOTHING
            """
        )
        return added == 1
    }

    /// Stores a user's like of a contest. An existing like keeps its time.
    ///
    /// - Returns: Whether the like is new.
    func like(_ contest: ChallengeID, by user: UserID, at now: Instant) async throws -> Bool {
        let added = try await run(
            """
            INSERT INTO likes (target, user_id, of, liked_at)
            VALUES (\(contest), \(user), 'contest', \(now))
            ON CONFLICT ON CONSTRAINT likes_pkey DO NOTHING
            """
        )
        return added == 1
    }

    /// Removes a user's like of a definition or a contest.
    ///
    /// - Returns: When the like was given; `nil` if there was none.
    func unlike<Kind>(_ target: ID<Kind>, by user: UserID) async throws -> Instant? {
        try await first(
            """
            DELETE FROM likes WHERE target = \(target) AND user_id = \(user) RETURNING liked_at
            """
        ) { row in try row.next() }
    }

    /// The likes of a definition or a contest that one notice counts: those given within a range of
    /// time. Leaves out the recipient of the notice, inactive accounts, and users blocked with the
    /// recipient. The result is exact after a like was stored or removed, because the transaction
    /// then holds the row that counts the likes.
    func mergedLikes<Kind>(
        of target: ID<Kind>,
        within times: Range<Instant>,
        toldTo person: UserID
    ) async throws -> MergedLikes {
        let likes = try await all(
            """
            SELECT merged.user_id, merged.liked_at, count(*) OVER ()
            FROM (
                SELECT likes.user_id, likes.liked_at
                FROM likes
                LEFT JOIN people ON people.id = likes.user_id
                LEFT JOIN relations ON relations.one = least(likes.user_id, \(person))
                    AND relations.other = greatest(likes.user_id, \(person))
                WHERE likes.target = \(target) AND likes.user_id <> \(person)
                    AND likes.liked_at >= \(times.lowerBound)
                    AND likes.liked_at < \(times.upperBound)
                    AND (people.standing = 'active' OR people.standing IS NULL)
                    AND relations.relation IS DISTINCT FROM 'blocked'
                ORDER BY likes.liked_at DESC, likes.user_id DESC LIMIT \(MergedLikes.countMax)
            ) AS merged
            ORDER BY merged.liked_at DESC, merged.user_id DESC LIMIT \(MergedLikes.newestMax)
            """
        ) { row in
            let like = try MergedLikes.Like(user: row.next(), at: row.next())
            return (like: like, count: try row.next(Int.self))
        }
        return MergedLikes(count: likes.first?.count ?? 0, newest: likes.map(\.like))
    }
}

extension Reader {
    /// A user's likes after a position, newest first, whether or not the user can still see what
    /// they liked. Reads at most `limit` rows.
    func likes(
        by user: UserID,
        after place: (at: Instant, target: UUID)?,
        limit: Int
    ) async throws -> [OpinionPlace] {
        try await all(
            """
            SELECT liked.target, liked.of, liked.liked_at,
                CASE liked.of
                    WHEN 'definition' THEN \(isDefinition: "liked.target", seenBy: user)
                    ELSE \(isContest: "liked.target", seenBy: user)
                END
            FROM (
                SELECT target, of, liked_at FROM likes
                WHERE user_id = \(user)\(likedBefore: place)
                ORDER BY liked_at DESC, target DESC LIMIT \(limit)
            ) AS liked
            ORDER BY liked.liked_at DESC, liked.target DESC
            """
        ) { row in
            try OpinionPlace(
                target: row.next(),
                of: row.next(),
                at: row.next(),
                isSeen: row.next()
            )
        }
    }

    /// The likes of a definition or a contest after a position, newest first. Leaves out inactive
    /// accounts and users blocked with the viewer.
    func likes<Kind>(
        of target: ID<Kind>,
        seenBy viewer: UserID,
        after place: (Instant, UserID)?,
        limit: Int
    ) async throws -> ListPart<Like> {
        let looked = try await all(
            """
            SELECT \(Person.likingColumns), people.liked_at, checked.is_listed, people.is_last
            FROM (
                SELECT looked.*, row_number() OVER (
                    ORDER BY looked.liked_at DESC, looked.id DESC) = \(Looks.most) AS is_last
                FROM (
                    SELECT people.*, likes.liked_at
                    FROM likes JOIN people ON people.id = likes.user_id
                    WHERE likes.target = \(target)
                        \(before: place, in: "(likes.liked_at, likes.user_id)")
                    ORDER BY likes.liked_at DESC, likes.user_id DESC LIMIT \(Looks.max)
                ) AS looked
            ) AS people
            CROSS JOIN LATERAL (
                SELECT coalesce(people.standing, 'active') = 'active'
                    AND \(relationOf: "people.id", with: viewer) IS DISTINCT FROM 'blocked'
                    AS is_listed
                OFFSET 0
            ) AS checked
            WHERE checked.is_listed OR people.is_last
            ORDER BY people.liked_at DESC, people.id DESC LIMIT \(limit)
            """
        ) { row in
            try LookedAt(reading: &row) { row in
                try Like(user: Person(reading: &row), likedAt: row.next())
            }
        }
        return ListPart(looked)
    }

    /// The rows after a target and a user, ordered by both.
    func likes(
        after last: (target: UUID, user: UserID),
        limit: Int
    ) async throws -> [ActedRow] {
        try await all(
            """
            SELECT target, user_id, of, liked_at FROM likes
            WHERE (target, user_id) > (\(last.target), \(last.user))
            ORDER BY target, user_id LIMIT \(limit)
            """
        ) { row in
            let (target, user): (UUID, UserID) = try (row.next(), row.next())
            let (subject, likedAt): (Act.Subject, Instant) = try (row.next(), row.next())
            return ActedRow(target, of: subject, by: user, [.like: likedAt])
        }
    }
}

extension SQL.StringInterpolation {
    fileprivate mutating func appendInterpolation(likedBefore place: (at: Instant, target: UUID)?) {
        guard let place else { return }
        appendLiteral(" AND (liked_at, target) < (")
        appendInterpolation(place.at)
        appendLiteral(", ")
        appendInterpolation(place.target)
        appendLiteral(")")
    }
}

extension Person {
    /// The columns of a person in a statement that also reads likes.
    fileprivate static let likingColumns = columns.of("people")
}
