import Identifiers
import Postgres
import ScoringAPI
import Values
import Wire

// The `totals` table: the sum of each user's ledger, 0 for users who were never paid. Triggers
// report every change to board 1 and, for listed users, to board 2. No other file names it.
extension Transaction {
    /// Raises totals, in the order of users. Each total was reached when its newest line was
    /// earned.
    func add(_ lines: [LedgerLine]) throws {
        guard !lines.isEmpty else { return }
        // A statement can't change a row twice, so combine the lines of each user.
        let raises = Dictionary(
            lines.map { ($0.user, (points: $0.points, reachedAt: $0.at)) }
        ) { one, other in
            (one.points + other.points, max(one.reachedAt, other.reachedAt))
        }.sorted { $0.key < $1.key }
        try enqueue(
            """
            INSERT INTO totals (user_id, points, reached_at)
            SELECT * FROM unnest(\(raises.map(\.key)), \(raises.map(\.value.points)),
                \(raises.map(\.value.reachedAt)))
            ON CONFLICT ON CONSTRAINT totals_pkey DO UPDATE
            SET points = totals.points + excluded.points,
                reached_at = greatest(totals.reached_at, excluded.reached_at)
            """
        )
    }

    /// Lowers a total. `reachedAt` is when the remaining total was reached; `nil` if no line is
    /// left that was not reversed.
    func take(_ points: Int, from user: UserID, reachedAt: Instant?) throws {
        try enqueue(
            """
            UPDATE totals SET points = points - \(points),
                reached_at = \(reachedAt ?? Instant(microseconds: 0))
            WHERE user_id = \(user)
            """
        )
    }
}

extension Reader {
    /// The next users with a total, in the order of their ids.
    func usersWithTotal(after last: UserID, limit: Int) async throws -> [UserID] {
        try await all(
            "SELECT user_id FROM totals WHERE user_id > \(last) ORDER BY user_id LIMIT \(limit)"
        ) { row in try row.next() }
    }

    /// Returns the totals of at most 200 users; users who were never paid may be missing.
    func points(of users: [UserID]) async throws -> [UserID: Int] {
        let totals = try await all(
            """
            SELECT user_id, points FROM totals
            WHERE user_id = ANY(\(users))
            """,
            .point
        ) { row in
            try (row.next(UserID.self), row.next(Int.self))
        }
        return Dictionary(uniqueKeysWithValues: totals)
    }

    /// Returns pages of the boards of users and their friends, ranked 1, 2, 2, 4 (2.7-ranking).
    /// Users whose names are not known yet are included without one.
    func places(_ pages: [FriendsBoardPage]) async throws -> [FriendsBoardPage: [NamedPlace]] {
        let found = try await totalPlaces(pages.filter { $0.window == nil })
        let counted = try await windowPlaces(pages.filter { $0.window != nil })
        return found.merging(counted) { one, _ in one }
    }

    /// Returns pages of the boards of all time.
    private func totalPlaces(
        _ pages: [FriendsBoardPage]
    ) async throws -> [FriendsBoardPage: [NamedPlace]] {
        guard !pages.isEmpty else { return [:] }
        // No player is above a first page, so there is nothing to count.
        let areFirst = pages.allSatisfy { $0.after == .first }
        // Subqueries hide the number of pages from the planner, so that the statement is planned
        // once.
        let found = try await lists(
            for: pages,
            """
            SELECT page.number, board.place, board.member, board.total, board.reached,
                people.username, people.first_name, people.last_name, people.avatar
            FROM unnest(\(pages.map(\.user)), \(pages.map(\.after.points)),
                    \(pages.map(\.after.reachedAt)), \(pages.map(\.after.user)),
                    \(pages.map(\.limit)))
                WITH ORDINALITY AS page(person, points, reached, after, size, number)
            CROSS JOIN LATERAL (
                SELECT place, member, total, reached FROM (
                    SELECT \(rank: !areFirst) AS place, member, coalesce(points, 0) AS total,
                        coalesce(reached_at, 'epoch') AS reached
                    FROM (
                        SELECT page.person AS member
                        UNION ALL
                        SELECT other FROM (VALUES (true)) AS every
                        JOIN relations ON one = page.person WHERE relation = 'friends'
                        UNION ALL
                        SELECT one FROM (VALUES (true)) AS every
                        JOIN relations ON other = page.person WHERE relation = 'friends'
                    ) AS members LEFT JOIN totals ON user_id = member
                    WHERE is_shown IS NOT false OR member = page.person
                ) AS ranked
                WHERE (-total, reached, member) > (-page.points, page.reached, page.after)
                ORDER BY total DESC, reached, member LIMIT page.size
            ) AS board LEFT JOIN people ON people.id = board.member
            ORDER BY page.number, board.total DESC, board.reached, board.member
            """
        ) { row in
            try NamedPlace(reading: &row)
        }
        return areFirst ? found.mapValues { $0.rankedFromTop } : found
    }
}

extension SQL.StringInterpolation {
    /// Writes the ranks on a board of friends, or 0 if they are not needed.
    fileprivate mutating func appendInterpolation(rank isAsked: Bool) {
        if isAsked {
            appendLiteral("rank() OVER (ORDER BY coalesce(points, 0) DESC)")
        } else {
            appendLiteral("0::bigint")
        }
    }
}

extension NamedPlace {
    /// Reads rank, id, points, time, username, names and avatar. The last four are NULL if the
    /// user's name is not known.
    init(reading row: inout Row) throws {
        let place = try Place(
            rank: row.next(),
            user: row.next(),
            points: row.next(),
            reachedAt: row.next()
        )
        self.place = place
        let username: String? = try row.next()
        person = try username.map { username in
            try Person(
                id: place.user,
                username: username,
                firstName: row.next(),
                lastName: row.next(),
                avatarURL: row.next(MediaID?.self).map { MediaReference($0) }
            )
        }
    }
}

extension Reader {
    /// Returns a user's rank among all players, in one snapshot.
    func rank(of user: UserID) async throws -> GetRank.Reply {
        try await one(
            """
            SELECT place.above + 1, own.points, place.players + 1 - own.players
            FROM (
                SELECT coalesce(max(points), 0) AS points,
                    count(*) FILTER (WHERE is_shown) AS players
                FROM totals WHERE user_id = \(user)
            ) AS own, board_place(1, own.points) AS place
            """,
            .point
        ) { row in
            try GetRank.Reply(rank: row.next(), points: row.next(), players: row.next())
        }
    }

    /// Returns a page of the board of all players, ranked in the page's snapshot (2.7-ranking).
    func places(after: BoardCursor, limit: Int) async throws -> [Place] {
        try await consecutivePlayers(
            """
            WITH page AS (
                SELECT user_id, points, reached_at FROM totals
                WHERE is_shown AND (-points, reached_at, user_id)
                    > (\(-after.points), \(after.reachedAt), \(after.user))
                ORDER BY -points, reached_at, user_id LIMIT \(limit)
            )
            SELECT place.above, place.equal, page.user_id, page.points, page.reached_at
            FROM board_place(1, (SELECT max(points) FROM page)) AS place, page
            ORDER BY -page.points, page.reached_at, page.user_id
            """
        )
    }

    /// Returns a player and the players next before and after them on the board of all players;
    /// empty if the user is not on it.
    func places(around user: UserID, before: Int, behind: Int) async throws -> [Place] {
        try await consecutivePlayers(
            """
            WITH own AS (
                SELECT user_id, points, reached_at FROM totals
                WHERE user_id = \(user) AND is_shown
            ), near AS (
                SELECT earlier.* FROM own, LATERAL (
                    SELECT user_id, points, reached_at FROM totals
                    WHERE is_shown AND (-points, reached_at, user_id)
                        < (-own.points, own.reached_at, own.user_id)
                    ORDER BY -points DESC, reached_at DESC, user_id DESC LIMIT \(before)
                ) AS earlier
                UNION ALL SELECT * FROM own
                UNION ALL SELECT later.* FROM own, LATERAL (
                    SELECT user_id, points, reached_at FROM totals
                    WHERE is_shown AND (-points, reached_at, user_id)
                        > (-own.points, own.reached_at, own.user_id)
                    ORDER BY -points, reached_at, user_id LIMIT \(behind)
                ) AS later
            )
            SELECT place.above, place.equal, near.user_id, near.points, near.reached_at
            FROM board_place(1, (SELECT max(points) FROM near)) AS place, near
            ORDER BY -near.points, near.reached_at, near.user_id
            """
        )
    }

    /// Reads consecutive players of the board, and ranks them by the number of players above the
    /// first.
    private func consecutivePlayers(_ sql: SQL) async throws -> [Place] {
        let rows = try await all(sql, .point) { row in
            try (
                above: row.next(Int.self),
                equal: row.next(Int.self),
                player: Player(user: row.next(), points: row.next(), reachedAt: row.next())
            )
        }
        guard let first = rows.first else { return [] }
        return rows.map(\.player).ranked(above: first.above, equal: first.equal)
    }
}

extension SQL.StringInterpolation {
    /// Writes a query of the listed users, as `listed`: by all of their points, or only those with
    /// points in a window. Conditions may follow.
    mutating func appendInterpolation(listedIn window: Window?) {
        if let window { return appendInterpolation(countedIn: window) }
        appendLiteral(
            """
            SELECT listed.user_id, listed.points, listed.reached_at FROM totals AS listed
            WHERE listed.is_listed AND listed.is_shown
            """
        )
    }

    /// Writes a query of the listed users after `origin` without points in a window: those whose
    /// newest points are older than it.
    mutating func appendInterpolation(idleBehindOrigin window: Window, _ limit: Int) {
        appendLiteral(
            """
            SELECT idle.user_id, 0::bigint AS points, idle.reached_at FROM totals AS idle
            WHERE idle.is_listed AND idle.is_shown AND idle.reached_at <
            """
        )
        appendLiteral(" ")
        appendInterpolation(window.start)
        appendLiteral(
            """
             AND (idle.reached_at, idle.user_id) > (
                CASE WHEN origin.points > 0 THEN '-infinity' ELSE origin.reached_at END,
                CASE WHEN origin.points > 0 THEN '00000000-0000-0000-0000-000000000000'
                    ELSE origin.user_id END)
            ORDER BY idle.reached_at, idle.user_id LIMIT
            """
        )
        appendLiteral(" ")
        appendInterpolation(limit)
    }

    /// Writes a query of the listed users before `origin` without points in a window, nearest
    /// first.
    mutating func appendInterpolation(idleBeforeOrigin window: Window, _ limit: Int) {
        appendLiteral(
            """
            SELECT idle.user_id, 0::bigint AS points, idle.reached_at FROM totals AS idle
            WHERE idle.is_listed AND idle.is_shown AND idle.reached_at <
            """
        )
        appendLiteral(" ")
        appendInterpolation(window.start)
        appendLiteral(
            """
             AND origin.points = 0
                AND (idle.reached_at, idle.user_id) < (origin.reached_at, origin.user_id)
            ORDER BY idle.reached_at DESC, idle.user_id DESC LIMIT
            """
        )
        appendLiteral(" ")
        appendInterpolation(limit)
    }

    /// Writes a query of a user's own row among the listed users; empty if they are not listed.
    mutating func appendInterpolation(listed user: UserID, in window: Window?) {
        guard let window else {
            appendLiteral(
                """
                SELECT own.user_id, own.points, own.reached_at FROM totals AS own
                WHERE own.is_listed AND own.is_shown AND own.user_id =
                """
            )
            appendLiteral(" ")
            appendInterpolation(user)
            return
        }
        appendLiteral(
            """
            SELECT own.user_id, greatest(counted.points, 0) AS points,
                CASE WHEN counted.points > 0 THEN counted.reached_at ELSE own.reached_at END
                    AS reached_at
            FROM totals AS own LEFT JOIN window_totals AS counted
                ON counted.user_id = own.user_id AND counted.span =
            """
        )
        appendLiteral(" ")
        appendInterpolation(window.length.rawValue)
        appendLiteral(" AND counted.starts_on = ")
        appendInterpolation(window.startsOn)
        appendLiteral(" WHERE own.is_listed AND own.is_shown AND own.user_id = ")
        appendInterpolation(user)
    }
}
