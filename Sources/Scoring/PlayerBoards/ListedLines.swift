import Identifiers
import IdentityAPI
import People
import Postgres
import Values
import Wire

// Reads the public board. The board of all time is read from the totals. The board of a month or a
// week is read from its counted points, followed by the users who have none.
extension Reader {
    /// Returns the lines for a page of the public board, in the board's order: one more than the
    /// page shows or, around a row, as many on each side as the page may need. All lines are read
    /// and ranked in one snapshot (2.7-ranking).
    func lines(on page: ListedPage) async throws -> [ListedLine] {
        let rows = try await all(
            """
            WITH origin AS (\(originOf: page)), shown AS (\(shownOn: page))
            SELECT coalesce(place.above, 0), coalesce(place.equal, 0), shown.user_id,
                shown.points, shown.reached_at,
                \(relationOf: "shown.user_id", with: page.viewer),
                people.username, people.first_name, people.last_name, people.avatar
            FROM shown \(personIn: "shown.user_id")
            LEFT JOIN board_place(\(listedBoardOf: page.window), (SELECT max(points) FROM shown))
                AS place ON true
            ORDER BY -shown.points, shown.reached_at, shown.user_id
            """,
            .point
        ) { row in try ListedRow(reading: &row) }
        guard let first = rows.first else { return [] }
        let places = rows.map(\.player).ranked(above: first.above, equal: first.equal)
        return zip(rows, places).map { row, place in
            ListedLine(place: place, person: row.person, isBlocked: row.isBlocked)
        }
    }
}

/// A row as it is read.
private struct ListedRow {
    /// The number of players with more points than the first row, and with as many.
    let above: Int
    let equal: Int
    let player: Player
    let person: Person?
    let isBlocked: Bool

    init(reading row: inout Row) throws {
        above = try row.next()
        equal = try row.next()
        let player = try Player(user: row.next(), points: row.next(), reachedAt: row.next())
        self.player = player
        isBlocked = try row.next(String?.self) == Relation.blocked.rawValue
        let username = try row.next(String?.self)
        person = try username.map { username in
            try Person(
                id: player.user,
                username: username,
                firstName: row.next(),
                lastName: row.next(),
                avatarURL: row.next(MediaID?.self).map { MediaReference($0) }
            )
        }
    }
}

extension SQL.StringInterpolation {
    /// Writes a query of the position that a page begins after, or is around.
    fileprivate mutating func appendInterpolation(originOf page: ListedPage) {
        switch page.part {
        case .from(let start):
            appendLiteral("SELECT ")
            appendInterpolation(start.user)
            appendLiteral(" AS user_id, ")
            appendInterpolation(start.points)
            appendLiteral(" AS points, ")
            appendInterpolation(start.reachedAt)
            appendLiteral(" AS reached_at")
        case .around:
            appendInterpolation(listed: page.viewer, in: page.window)
        }
    }

    /// Writes a query of the rows for a page, and one more.
    fileprivate mutating func appendInterpolation(shownOn page: ListedPage) {
        switch page.part {
        case .from(let start):
            appendLiteral("SELECT near.* FROM origin, LATERAL (")
            append(behindOrigin: page.window, page.limit.fetched + start.skipped)
            appendLiteral(") AS near ORDER BY -near.points, near.reached_at, near.user_id LIMIT ")
            appendInterpolation(page.limit.fetched)
            appendLiteral(" OFFSET ")
            appendInterpolation(start.skipped)
        case .around:
            appendLiteral("(SELECT near.* FROM origin, LATERAL (")
            append(beforeOrigin: page.window, page.around.fetchedBefore)
            appendLiteral(
                """
                ) AS near
                ORDER BY -near.points DESC, near.reached_at DESC, near.user_id DESC LIMIT
                """
            )
            appendLiteral(" ")
            appendInterpolation(page.around.fetchedBefore)
            appendLiteral(
                """
                ) UNION ALL SELECT user_id, points, reached_at FROM origin
                UNION ALL (SELECT near.* FROM origin, LATERAL (
                """
            )
            append(behindOrigin: page.window, page.around.fetchedBehind)
            appendLiteral(") AS near ORDER BY -near.points, near.reached_at, near.user_id LIMIT ")
            appendInterpolation(page.around.fetchedBehind)
            appendLiteral(")")
        }
    }

    /// Writes a query of the rows after `origin`, in the board's order: for a window, first the
    /// users with points in it, then the others.
    private mutating func append(behindOrigin window: Window?, _ limit: Int) {
        appendLiteral("(")
        appendInterpolation(listedIn: window)
        appendLiteral(
            """
             AND (-listed.points, listed.reached_at, listed.user_id)
                > (-origin.points, origin.reached_at, origin.user_id)
            ORDER BY -listed.points, listed.reached_at, listed.user_id LIMIT
            """
        )
        appendLiteral(" ")
        appendInterpolation(limit)
        appendLiteral(")")
        guard let window else { return }
        appendLiteral(" UNION ALL (")
        appendInterpolation(idleBehindOrigin: window, limit)
        appendLiteral(")")
    }

    /// Writes a query of the rows before `origin`, nearest first.
    private mutating func append(beforeOrigin window: Window?, _ limit: Int) {
        appendLiteral("(")
        appendInterpolation(listedIn: window)
        appendLiteral(
            """
             AND (-listed.points, listed.reached_at, listed.user_id)
                < (-origin.points, origin.reached_at, origin.user_id)
            ORDER BY -listed.points DESC, listed.reached_at DESC, listed.user_id DESC LIMIT
            """
        )
        appendLiteral(" ")
        appendInterpolation(limit)
        appendLiteral(")")
        guard let window else { return }
        appendLiteral(" UNION ALL (")
        appendInterpolation(idleBeforeOrigin: window, limit)
        appendLiteral(")")
    }
}
