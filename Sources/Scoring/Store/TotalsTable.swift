import Identifiers
import Postgres
import ScoringAPI
import Values
import Wire

// The `totals` table: the sum of each person's ledger, 0 for people who were never paid. Triggers
// tell board 1 of every change. No other file names it.
extension Transaction {
    /// Raises totals in the order of people; each was reached when its newest line was earned.
    func add(_ lines: [LedgerLine]) throws {
        guard !lines.isEmpty else { return }
        // The server changes no row twice in one statement.
        let raises = Dictionary(
            lines.map { ($0.user, (points: $0.points, reachedAt: $0.at)) }
        ) { one, other in
            (one.points + other.points, max(one.reachedAt, other.reachedAt))
        }.sorted { $0.key < $1.key }
        try send(
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

    /// Lowers a total to what it was; `nil` when nothing is left that was earned.
    func take(_ points: Int, from user: UserID, reachedAt: Instant?) throws {
        try send(
            """
            UPDATE totals SET points = points - \(points),
                reached_at = \(reachedAt ?? Instant(microseconds: 0))
            WHERE user_id = \(user)
            """
        )
    }
}

extension Reader {
    /// The totals of some people, at most 200; whoever was never paid may be missing.
    func points(of users: [UserID]) async throws -> [UserID: Int] {
        // A subquery hides how many ids there are, so that the statement is planned once.
        let totals = try await all(
            "SELECT user_id, points FROM totals WHERE user_id = ANY((SELECT \(users))::uuid[])",
            .point
        ) { row in
            try (row.next(UserID.self), row.next(Int.self))
        }
        return Dictionary(uniqueKeysWithValues: totals)
    }

    /// Pages of the boards of some people and their friends, ranked 1, 2, 2, 4 (2.7-ranking).
    /// Whoever is not known by name yet stands there without.
    func places(_ pages: [FriendsBoardPage]) async throws -> [FriendsBoardPage: [NamedPlace]] {
        // Whoever stands above a first page needs not be counted: nobody does.
        let areFirst = pages.allSatisfy { $0.after == .first }
        // Subqueries hide how many pages there are, so that the statement is planned once.
        let found = try await lists(
            for: pages,
            """
            SELECT page.number, board.place, board.member, board.total, board.reached,
                people.username, people.first_name, people.last_name, people.avatar
            FROM unnest((SELECT \(pages.map(\.user))), (SELECT \(pages.map(\.after.points))),
                    (SELECT \(pages.map(\.after.reachedAt))),
                    (SELECT \(pages.map(\.after.user))), (SELECT \(pages.map(\.limit))))
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
    /// Writes what ranks everybody on a board of friends, or where that is not asked for, 0.
    fileprivate mutating func appendInterpolation(rank isAsked: Bool) {
        if isAsked {
            appendLiteral("rank() OVER (ORDER BY coalesce(points, 0) DESC)")
        } else {
            appendLiteral("0::bigint")
        }
    }
}

extension NamedPlace {
    /// Reads rank, id, points, time, username, names and avatar; the last four are NULL for
    /// somebody who is not known by name.
    fileprivate init(reading row: inout Row) throws {
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
    /// A person's place among all players, in one snapshot.
    func rank(of user: UserID) async throws -> GetRank.Reply {
        try await one(
            """
            SELECT place.above + 1, own.points, place.players + 1 - own.players
            FROM (
                SELECT coalesce(max(points), 0) AS points, count(*) AS players
                FROM totals WHERE user_id = \(user)
            ) AS own, board_place(1, own.points) AS place
            """,
            .point
        ) { row in
            try GetRank.Reply(rank: row.next(), points: row.next(), players: row.next())
        }
    }

    /// A page of the board of all players, ranked in the page's snapshot (2.7-ranking).
    func places(after: BoardCursor, limit: Int) async throws -> [Place] {
        try await consecutivePlayers(
            """
            WITH page AS (
                SELECT user_id, points, reached_at FROM totals
                WHERE (-points, reached_at, user_id)
                    > (\(-after.points), \(after.reachedAt), \(after.user))
                ORDER BY -points, reached_at, user_id LIMIT \(limit)
            )
            SELECT place.above, place.equal, page.user_id, page.points, page.reached_at
            FROM board_place(1, (SELECT max(points) FROM page)) AS place, page
            ORDER BY -page.points, page.reached_at, page.user_id
            """
        )
    }

    /// A player with those next before and next behind on the board of all players; empty for
    /// somebody who is not on it.
    func places(around user: UserID, before: Int, behind: Int) async throws -> [Place] {
        try await consecutivePlayers(
            """
            WITH own AS (
                SELECT user_id, points, reached_at FROM totals WHERE user_id = \(user)
            ), near AS (
                SELECT earlier.* FROM own, LATERAL (
                    SELECT user_id, points, reached_at FROM totals
                    WHERE (-points, reached_at, user_id)
                        < (-own.points, own.reached_at, own.user_id)
                    ORDER BY -points DESC, reached_at DESC, user_id DESC LIMIT \(before)
                ) AS earlier
                UNION ALL SELECT * FROM own
                UNION ALL SELECT later.* FROM own, LATERAL (
                    SELECT user_id, points, reached_at FROM totals
                    WHERE (-points, reached_at, user_id)
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

    /// Reads players who follow each other on the board, with how many stand above the first.
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
