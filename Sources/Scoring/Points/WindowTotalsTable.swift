import Identifiers
import Postgres
import ScoringAPI
import Values
import Wire

// The `window_totals` table: each user's points in months and weeks (2.7-windows). The ledger's
// trigger writes it. No other file names it.
extension Reader {
    /// The next users with points in a window, in the order of their ids.
    func usersWithWindow(after last: UserID, limit: Int) async throws -> [UserID] {
        try await all(
            """
            SELECT DISTINCT user_id FROM window_totals WHERE user_id > \(last)
            ORDER BY user_id LIMIT \(limit)
            """
        ) { row in try row.next() }
    }

    /// Returns pages of the boards of users and their friends by the points of windows, ranked 1,
    /// 2, 2, 4 (2.7-ranking). Users whose names are not known yet are included without one.
    func windowPlaces(
        _ pages: [FriendsBoardPage]
    ) async throws -> [FriendsBoardPage: [NamedPlace]] {
        guard !pages.isEmpty else { return [:] }
        let windows = pages.compactMap(\.window)
        return try await lists(
            for: pages,
            """
            SELECT page.number, board.place, board.member, board.total, board.reached,
                people.username, people.first_name, people.last_name, people.avatar
            FROM unnest(\(pages.map(\.user)), \(pages.map(\.after.points)),
                    \(pages.map(\.after.reachedAt)), \(pages.map(\.after.user)),
                    \(pages.map(\.limit)), \(windows.map(\.length.rawValue)),
                    \(windows.map(\.startsOn)))
                WITH ORDINALITY AS page(person, points, reached, after, size, span, starts_on,
                    number)
            CROSS JOIN LATERAL (
                SELECT place, member, total, reached FROM (
                    SELECT rank() OVER (ORDER BY greatest(counted.points, 0) DESC) AS place,
                        member, greatest(counted.points, 0) AS total,
                        CASE WHEN counted.points > 0 THEN counted.reached_at
                            ELSE coalesce(totals.reached_at, 'epoch') END AS reached
                    FROM (
                        SELECT page.person AS member
                        UNION ALL
                        SELECT other FROM (VALUES (true)) AS every
                        JOIN relations ON one = page.person WHERE relation = 'friends'
                        UNION ALL
                        SELECT one FROM (VALUES (true)) AS every
                        JOIN relations ON other = page.person WHERE relation = 'friends'
                    ) AS members
                    LEFT JOIN totals ON totals.user_id = member
                    LEFT JOIN window_totals AS counted ON counted.span = page.span
                        AND counted.starts_on = page.starts_on AND counted.user_id = member
                    WHERE totals.is_shown IS NOT false OR member = page.person
                ) AS ranked
                WHERE (-total, reached, member) > (-page.points, page.reached, page.after)
                ORDER BY total DESC, reached, member LIMIT page.size
            ) AS board LEFT JOIN people ON people.id = board.member
            ORDER BY page.number, board.total DESC, board.reached, board.member
            """
        ) { row in
            try NamedPlace(reading: &row)
        }
    }
}

extension SQL.StringInterpolation {
    /// Writes a query of the listed users with points in a window, as `listed`. Conditions may
    /// follow.
    mutating func appendInterpolation(countedIn window: Window) {
        appendLiteral(
            """
            SELECT listed.user_id, listed.points, listed.reached_at
            FROM window_totals AS listed
            WHERE listed.is_listed AND listed.is_shown AND listed.points > 0
                AND listed.span =
            """
        )
        appendLiteral(" ")
        appendInterpolation(window.length.rawValue)
        appendLiteral(" AND listed.starts_on = ")
        appendInterpolation(window.startsOn)
    }
}
