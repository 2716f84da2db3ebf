import ChallengesAPI
import Identifiers
import People
import Postgres
import Values
import Wire

// The `likes` table. No other file writes to it.
extension Transaction {
    /// Stores that a person likes a definition; the first time counts. Sent with the next
    /// statement.
    func like(_ definition: DefinitionID, by user: UserID, at now: Instant) throws {
        try enqueue(
            """
            INSERT INTO likes (target, user_id, of, liked_at)
            VALUES (\(definition), \(user), 'definition', \(now))
            ON CONFLICT ON CONSTRAINT likes_pkey DO NOTHING
            """
        )
    }

    /// Removes that a person likes a definition. Sent with the next statement.
    func unlike(_ definition: DefinitionID, by user: UserID) throws {
        try enqueue("DELETE FROM likes WHERE target = \(definition) AND user_id = \(user)")
    }
}

extension Reader {
    /// Who likes a definition after a position, newest first. Leaves out people who are not active,
    /// and those between whom and the viewer there is a block.
    func likes(
        of definition: DefinitionID,
        seenBy viewer: UserID,
        after place: (Instant, UserID)?,
        limit: Int
    ) async throws -> [Like] {
        try await all(
            """
            SELECT \(Person.likingColumns), likes.liked_at
            FROM likes
            JOIN people ON people.id = likes.user_id
            LEFT JOIN relations ON relations.one = least(likes.user_id, \(viewer))
                AND relations.other = greatest(likes.user_id, \(viewer))
            WHERE likes.target = \(definition)
                AND (likes.liked_at, likes.user_id) < (coalesce(\(place?.0), 'infinity'),
                    coalesce(\(place?.1), 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
                AND (people.standing = 'active' OR people.standing IS NULL)
                AND relations.relation IS DISTINCT FROM 'blocked'
            ORDER BY likes.liked_at DESC, likes.user_id DESC LIMIT \(limit)
            """
        ) { row in
            try Like(user: Person(reading: &row), likedAt: row.next())
        }
    }
}

extension Person {
    /// The columns of a person beside a like's.
    fileprivate static let likingColumns = columns.of("people")
}
