import Identifiers
import Postgres
import ScoringAPI
import Values

// The `totals` table: the sum of each person's ledger, 0 for people who were never paid. Triggers
// tell board 1 of every change. No other file names it.
extension Transaction {
    /// Raises totals in the order of the lines; each was reached when its newest line was earned.
    /// There is at most one for each person.
    func add(_ lines: [LedgerLine]) async throws {
        guard !lines.isEmpty else { return }
        try await run(
            """
            INSERT INTO totals (user_id, points, reached_at)
            SELECT * FROM unnest(\(lines.map(\.user)), \(lines.map(\.points)),
                \(lines.map(\.at)))
            ON CONFLICT ON CONSTRAINT totals_pkey DO UPDATE
            SET points = totals.points + excluded.points,
                reached_at = greatest(totals.reached_at, excluded.reached_at)
            """
        )
    }

    /// Lowers a total to what it was; `nil` when nothing is left that was earned.
    func take(_ points: Int, from user: UserID, reachedAt: Instant?) async throws {
        try await run(
            """
            UPDATE totals SET points = points - \(points),
                reached_at = \(reachedAt ?? Instant(microseconds: 0))
            WHERE user_id = \(user)
            """
        )
    }
}

extension Reader {
    /// A person's total; 0 for somebody who was never paid.
    func points(of user: UserID) async throws -> Int {
        try await first("SELECT points FROM totals WHERE user_id = \(user)", .point) { row in
            try row.next()
        } ?? 0
    }

    /// A page of the board of some people, ranked 1, 2, 2, 4 (2.7-ranking).
    func places(
        among members: [UserID],
        after: BoardCursor?,
        limit: Int
    ) async throws -> [Place] {
        let read: @Sendable (inout Row) throws -> Place = { row in
            try Place(
                rank: row.next(),
                user: row.next(),
                points: row.next(),
                reachedAt: row.next()
            )
        }
        guard let after else {
            return try await all(
                """
                SELECT rank() OVER (ORDER BY coalesce(points, 0) DESC), member,
                    coalesce(points, 0) AS total, coalesce(reached_at, 'epoch') AS reached
                FROM unnest(\(members)) AS member LEFT JOIN totals ON user_id = member
                ORDER BY total DESC, reached, member LIMIT \(limit)
                """,
                .leased,
                read
            )
        }
        return try await all(
            """
            SELECT place, member, total, reached FROM (
                SELECT rank() OVER (ORDER BY coalesce(points, 0) DESC) AS place, member,
                    coalesce(points, 0) AS total, coalesce(reached_at, 'epoch') AS reached
                FROM unnest(\(members)) AS member LEFT JOIN totals ON user_id = member
            ) AS board
            WHERE (-total, reached, member) > (\(-after.points), \(after.reachedAt), \(after.user))
            ORDER BY total DESC, reached, member LIMIT \(limit)
            """,
            .leased,
            read
        )
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
        try await stretch(
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
        try await stretch(
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
    private func stretch(_ sql: SQL) async throws -> [Place] {
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
