import ChallengesCore
import Contests
import Definitions
import FoundationEssentials
import Identifiers
import Postgres
import Values
import Wire

/// What a person likes, or wishes for: where it is stored, and the cursors of its list.
struct OpinionList: Sendable {
    /// The table, under the name `opinions`.
    let table: Clauses
    /// The table's column with the time of the like or wish.
    let since: Clauses
    /// By the time of the like or wish, and the thing.
    let cursors: PageCursor<Instant, ChallengeID>
}

/// A place in what a person likes or wishes for, the newest first.
struct OpinionPlace: Hashable, Sendable {
    let target: UUID
    let of: Act.Subject
    /// When they began to.
    let at: Instant
    /// Whether they still see it.
    var isSeen = true
}

// The lists of the `likes` and `wishes` tables, which their own files name.
extension Reader {
    /// What a person likes or wishes for after a position, newest first, of what they still see.
    func opinions(
        _ list: OpinionList,
        of user: UserID,
        after place: (at: Instant, target: UUID)?,
        limit: Int
    ) async throws -> ListPart<OpinionPlace> {
        let looked = try await all(
            """
            SELECT opinions.target, opinions.of, opinions.since, checked.is_listed,
                opinions.is_last
            FROM (
                SELECT looked.*, row_number() OVER (
                    ORDER BY looked.since DESC, looked.target DESC) = \(Looks.most) AS is_last
                FROM (
                    SELECT opinions.target, opinions.of, \(list.since) AS since
                    FROM \(list.table)
                    WHERE opinions.user_id = \(user)\(list, behind: place)
                    ORDER BY \(list.since) DESC, opinions.target DESC LIMIT \(Looks.max)
                ) AS looked
            ) AS opinions
            CROSS JOIN LATERAL (
                SELECT CASE opinions.of
                    WHEN 'definition' THEN \(isDefinition: "opinions.target", seenBy: user)
                    ELSE \(isContest: "opinions.target", seenBy: user)
                END AS is_listed
                OFFSET 0
            ) AS checked
            WHERE checked.is_listed OR opinions.is_last
            ORDER BY opinions.since DESC, opinions.target DESC LIMIT \(limit)
            """
        ) { row in
            try LookedAt(reading: &row) { row in
                try OpinionPlace(target: row.next(), of: row.next(), at: row.next())
            }
        }
        return ListPart(looked)
    }
}

extension SQL.StringInterpolation {
    /// The condition under which a like or wish comes after the page before, as a further one.
    fileprivate mutating func appendInterpolation(
        _ list: OpinionList,
        behind last: (at: Instant, target: UUID)?
    ) {
        guard let last else { return }
        appendLiteral(" AND (")
        appendInterpolation(list.since)
        appendLiteral(", opinions.target) < (")
        appendInterpolation(last.at)
        appendLiteral(", ")
        appendInterpolation(last.target)
        appendLiteral(")")
    }
}
