import Identifiers
import Postgres
import Values

// The `totals` table: the sum of each person's ledger. No other file names it.
extension Transaction {
    /// Raises a total; it was reached when its newest line was earned.
    func add(_ points: Int, to user: UserID, at: Instant) async throws {
        try await run(
            """
            INSERT INTO totals (user_id, points, reached_at)
            VALUES (\(user), \(points), \(at))
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
