import ChallengesCore
import Contests
import Definitions
import FoundationEssentials
import Identifiers
import Postgres
import Values
import Wire

/// A user's list of likes or of wishes: its table and its cursors.
struct OpinionList: Sendable {
    /// The table, under the alias `opinions`.
    let table: Clauses
    /// The table's column with the time of the like or wish.
    let since: Clauses
    /// Keyed by the time of the like or wish, and by its target.
    let cursors: PageCursor<Instant, ChallengeID>
}

/// A like or wish in a user's list, newest first.
struct OpinionPlace: Hashable, Sendable {
    let target: UUID
    let of: Act.Subject
    /// When the user liked it, or wished for it.
    let at: Instant
    /// Whether the user can still see the target.
    var isSeen = true
}

// The lists of the `likes` and `wishes` tables, whose names come from their own files.
extension Reader {
    /// A user's likes or wishes after a position, newest first. Leaves out what they can no longer
    /// see.
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
    /// A further condition: the like or wish comes after the previous page.
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
