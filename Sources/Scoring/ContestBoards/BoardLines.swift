import Identifiers
import IdentityAPI
import People
import Postgres
import ScoringAPI
import Values
import Wire

// Reads the boards of contests: from the results once all are written, else from the players.
extension Reader {
    /// Returns the lines for a page of a board, in the board's order: one more than the page shows,
    /// and the viewer's own line. A page from a start has the own line apart; a page around it has
    /// it in its place, with as many lines on each side as the page may need. All lines are read
    /// and ranked in one snapshot.
    func lines(of board: ContestBoard, on page: BoardPage) async throws -> [BoardLine] {
        // Reading results, or players that the board counts, follows an index. Any other board
        // ranks all of its players first.
        try await all(
            """
            WITH \(linesOf: board, on: page)
            SELECT shown.is_apart, shown.rank, shown.value, shown.score, shown.entries,
                shown.target, shown.completed_at, shown.is_unranked, shown.place,
                shown.reached_at, shown.user_id,
                \(relationOf: "shown.user_id", with: page.viewer), people.standing,
                people.username, people.first_name, people.last_name, people.avatar
            FROM shown \(personIn: "shown.user_id")
            ORDER BY shown.is_unranked, shown.place, shown.reached_at, shown.user_id
            """,
            board.isFrozen || board.counter != nil ? .point : .leased
        ) { row in
            try BoardLine(reading: &row)
        }
    }
}

extension SQL.StringInterpolation {
    /// Writes the queries up to `shown AS (…)`: the rows for a page, and one more.
    fileprivate mutating func appendInterpolation(linesOf board: ContestBoard, on page: BoardPage) {
        if let counter = board.counter, !board.isFrozen {
            append(page, of: board, countedBy: counter)
        } else {
            appendInterpolation(rowsOf: board)
            appendLiteral(", own AS (SELECT * FROM board WHERE user_id = ")
            appendInterpolation(page.viewer)
            appendLiteral("), shown AS (")
            appendInterpolation(shownOn: page)
            appendLiteral(")")
        }
    }

    /// Writes `board AS (…)`: all rows of a board.
    fileprivate mutating func appendInterpolation(rowsOf board: ContestBoard) {
        if board.isFrozen {
            appendLiteral("board AS NOT MATERIALIZED (")
            appendInterpolation(resultsOf: board.challenge)
        } else {
            appendLiteral("board AS MATERIALIZED (")
            appendInterpolation(ranksOf: board)
        }
        appendLiteral(")")
    }

    /// Writes a query of the rows of `board` for a page, and one more.
    fileprivate mutating func appendInterpolation(shownOn page: BoardPage) {
        switch page.part {
        case .from(let start): append(page, from: start)
        case .around: appendNeighbours(page)
        }
    }

    private mutating func append(_ page: BoardPage, from start: BoardStart) {
        appendLiteral(
            """
            (SELECT *, false AS is_apart FROM board
                WHERE (is_unranked, place, reached_at, user_id) > (
            """
        )
        appendInterpolation(start.position.isUnranked)
        appendLiteral(", ")
        appendInterpolation(start.position.place)
        appendLiteral(", ")
        appendInterpolation(start.position.reachedAt)
        appendLiteral(", ")
        appendInterpolation(start.position.user)
        appendLiteral(") ORDER BY is_unranked, place, reached_at, user_id LIMIT ")
        appendInterpolation(page.limit.fetched)
        appendLiteral(" OFFSET ")
        appendInterpolation(start.skipped)
        appendLiteral(") UNION ALL SELECT *, true FROM own")
    }

    private mutating func appendNeighbours(_ page: BoardPage) {
        appendLiteral(
            """
            SELECT earlier.*, false AS is_apart FROM own, LATERAL (
                SELECT * FROM board
                WHERE (board.is_unranked, board.place, board.reached_at, board.user_id)
                    < (own.is_unranked, own.place, own.reached_at, own.user_id)
                ORDER BY is_unranked DESC, place DESC, reached_at DESC, user_id DESC LIMIT
            """
        )
        appendLiteral(" ")
        appendInterpolation(page.around.fetchedBefore)
        appendLiteral(
            """
            ) AS earlier
            UNION ALL SELECT own.*, false FROM own
            UNION ALL SELECT later.*, false FROM own, LATERAL (
                SELECT * FROM board
                WHERE (board.is_unranked, board.place, board.reached_at, board.user_id)
                    > (own.is_unranked, own.place, own.reached_at, own.user_id)
                ORDER BY is_unranked, place, reached_at, user_id LIMIT
            """
        )
        appendLiteral(" ")
        appendInterpolation(page.around.fetchedBehind)
        appendLiteral(") AS later")
    }
}

// A page of a board that counts its players. Its rows are read in order from an index, the best of
// them is ranked by the counts, and the ranks of the others follow from it.
extension SQL.StringInterpolation {
    fileprivate mutating func append(
        _ page: BoardPage,
        of board: ContestBoard,
        countedBy counter: Int32
    ) {
        appendLiteral("own AS (")
        appendInterpolation(rowOf: page.viewer, on: board)
        appendLiteral("), origin AS (")
        append(originOf: page)
        appendLiteral("), page AS (")
        append(page, of: board)
        appendLiteral(
            """
            ), best AS (
                SELECT min(place) AS place FROM page WHERE NOT is_unranked
            ), edge AS (
                SELECT best.place, counted.above, counted.equal
                FROM best LEFT JOIN LATERAL board_place(
            """
        )
        appendInterpolation(counter)
        appendLiteral(
            """
            , -best.place) AS counted ON true
            ), shown AS (
                SELECT page.*, false AS is_apart, CASE WHEN page.is_unranked THEN NULL
                    WHEN page.place = edge.place THEN edge.above + 1
                    ELSE edge.above + edge.equal + rank() OVER (
                        PARTITION BY page.is_unranked, page.place = edge.place ORDER BY page.place)
                    END AS rank
                FROM page CROSS JOIN edge
            """
        )
        if case .from = page.part {
            appendLiteral(
                """
                 UNION ALL SELECT own.*, true, CASE WHEN own.is_unranked THEN NULL
                    ELSE counted.above + 1 END
                FROM own LEFT JOIN LATERAL board_place(
                """
            )
            appendInterpolation(counter)
            appendLiteral(", -own.place) AS counted ON true")
        }
        appendLiteral(")")
    }

    /// Writes a query of the position that a page begins after, or is around.
    private mutating func append(originOf page: BoardPage) {
        switch page.part {
        case .from(let start):
            appendLiteral("SELECT ")
            appendInterpolation(start.position.isUnranked)
            appendLiteral(" AS is_unranked, ")
            appendInterpolation(start.position.place)
            appendLiteral(" AS place, ")
            appendInterpolation(start.position.reachedAt)
            appendLiteral(" AS reached_at, ")
            appendInterpolation(start.position.user)
            appendLiteral(" AS user_id")
        case .around:
            appendLiteral("SELECT is_unranked, place, reached_at, user_id FROM own")
        }
    }

    /// Writes a query of the rows for a page, and one more.
    private mutating func append(_ page: BoardPage, of board: ContestBoard) {
        switch page.part {
        case .from(let start):
            append(behindOriginOn: board, page.limit.fetched, skipping: start.skipped)
        case .around:
            appendLiteral("(SELECT near.* FROM origin, LATERAL (")
            appendInterpolation(beforeOriginOn: board, page.around.fetchedBefore)
            appendLiteral(
                """
                ) AS near ORDER BY near.is_unranked DESC, near.place DESC, near.reached_at DESC,
                    near.user_id DESC LIMIT
                """
            )
            appendLiteral(" ")
            appendInterpolation(page.around.fetchedBefore)
            appendLiteral(") UNION ALL SELECT * FROM own UNION ALL (")
            append(behindOriginOn: board, page.around.fetchedBehind, skipping: 0)
            appendLiteral(")")
        }
    }

    private mutating func append(
        behindOriginOn board: ContestBoard,
        _ limit: Int,
        skipping skipped: Int
    ) {
        appendLiteral("SELECT near.* FROM origin, LATERAL (")
        appendInterpolation(behindOriginOn: board, limit + skipped)
        appendLiteral(
            """
            ) AS near ORDER BY near.is_unranked, near.place, near.reached_at, near.user_id LIMIT
            """
        )
        appendLiteral(" ")
        appendInterpolation(limit)
        appendLiteral(" OFFSET ")
        appendInterpolation(skipped)
    }
}

extension BoardLine {
    /// Reads the columns of `lines(of:on:)`, in their order.
    fileprivate init(reading row: inout Row) throws {
        let isApart = try row.next(Bool.self)
        let rank = try row.next(Int?.self)
        let value = try row.next(Amount?.self)
        let score = try row.next(Int64?.self)
        let entries = try row.next(Int.self)
        let (target, completedAt): (Amount?, Instant?) = try row.read()
        let position = try BoardPosition(
            isUnranked: row.next(),
            place: row.next(),
            reachedAt: row.next(),
            user: row.next()
        )
        let (relation, standing, username): (String?, String?, String?) = try row.read()
        let person = try username.map { username in
            try Person(
                id: position.user,
                username: username,
                firstName: row.next(),
                lastName: row.next(),
                avatarURL: row.next(MediaID?.self).map { MediaReference($0) }
            )
        }
        self.init(
            rank: rank,
            value: value,
            score: score.flatMap { Amount(millionths: $0) },
            entries: entries,
            target: target,
            completedAt: completedAt,
            position: position,
            person: person,
            standing: standing.map { AccountStanding(rawValue: $0) ?? .unknown },
            isBlocked: relation == Relation.blocked.rawValue,
            isApart: isApart
        )
    }
}
