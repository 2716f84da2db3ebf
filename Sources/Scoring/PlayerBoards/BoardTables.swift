import Identifiers
import Postgres
import ScoringAPI
import Values

// The tables of all boards: `boards`, `board_counts`, `board_changes` and `board_fold`. No other
// file names them. The database's function `board_place` computes ranks from them;
// `m02_create_boards.sql` explains it.
extension SQL.StringInterpolation {
    /// Writes the number of the public board by the points of a window, or of all time if it is
    /// `nil`. A window has no board until a user on it has points.
    mutating func appendInterpolation(listedBoardOf window: Window?) {
        guard let window else { return appendLiteral("2") }
        let name = "listed/\(window)"
        appendLiteral("(SELECT id FROM boards WHERE name = ")
        appendInterpolation(name)
        appendLiteral(")")
    }
}

extension Transaction {
    /// The number of a contest's board, which is created if it does not exist.
    func boardNumber(of contest: ChallengeID) async throws -> Int32 {
        let name = "contest/\(contest)"
        return try await one("SELECT board_named(\(name))") { row in try row.next() }
    }

    /// Folds the scores that changed since the last fold into the counts, the oldest first and at
    /// most `limit` of them.
    ///
    /// Ranks are the same before and after; folding only keeps them cheap. It locks nothing that a
    /// payment locks. The last of the ten levels follows by a trigger from the one below it.
    ///
    /// - Returns: How many changes were folded; 0 also while another transaction folds.
    func foldBoards(limit: Int) async throws -> Int {
        // Lock nothing when there is nothing to do, so that an idle service writes nothing.
        let turn = try await first(
            """
            SELECT true FROM board_fold
            WHERE name = 'all' AND EXISTS (
                SELECT FROM board_changes WHERE transaction >=
                    CASE WHEN folded_before <= pg_snapshot_xmin(pg_current_snapshot())
                    THEN folded_before ELSE '0' END)
            FOR UPDATE SKIP LOCKED
            """
        ) { try $0.next(Bool.self) }
        guard turn != nil else { return 0 }
        // All transactions before the snapshot's oldest one have ended, so their changes are
        // counted now or were before. If the limit cuts, what remains begins with the last
        // transaction taken. Buckets are stored in the order in which a rank reads them.
        let folded = try await all(
            """
            WITH due AS MATERIALIZED (
                SELECT ctid AS place, transaction FROM board_changes
                WHERE transaction >= (
                    SELECT CASE WHEN folded_before <= pg_snapshot_xmin(pg_current_snapshot())
                        THEN folded_before ELSE '0' END FROM board_fold WHERE name = 'all')
                ORDER BY transaction LIMIT \(limit)
            ), folded AS (
                DELETE FROM board_changes WHERE ctid = ANY(ARRAY(SELECT place FROM due))
                RETURNING board, old_score, new_score
            ), moves AS (
                SELECT board, old_score AS score, -1 AS count FROM folded
                WHERE old_score IS NOT NULL
                UNION ALL SELECT board, new_score, 1 FROM folded WHERE new_score IS NOT NULL
            ), counted AS (
                INSERT INTO board_counts AS counts (board, level, bucket, count)
                SELECT board, level, score >> 6 * level, sum(count)
                FROM moves, generate_series(0, 8) AS step(level)
                GROUP BY 1, 2, 3 HAVING sum(count) <> 0
                ORDER BY 1, 2, 3
                ON CONFLICT ON CONSTRAINT board_counts_pkey
                DO UPDATE SET count = counts.count + excluded.count
                RETURNING board, level, bucket, count
            ), noted AS (
                UPDATE board_fold SET folded_before = least(
                    pg_snapshot_xmin(pg_current_snapshot()),
                    (SELECT max(transaction) FROM due HAVING count(*) = \(limit)))
                WHERE name = 'all' AND EXISTS (SELECT FROM due)
            )
            SELECT (SELECT count(*) FROM due), board, level, bucket
            FROM (SELECT) AS always LEFT JOIN counted ON counted.count = 0
            """
        ) { row in
            (
                changes: try row.next(Int.self),
                board: try row.next(Int32?.self),
                level: try row.next(Int16?.self),
                bucket: try row.next(Int?.self)
            )
        }
        try await removeEmpty(
            boards: folded.compactMap(\.board),
            levels: folded.compactMap(\.level),
            buckets: folded.compactMap(\.bucket)
        )
        return folded.first?.changes ?? 0
    }

    /// Deletes the buckets that have no players.
    private func removeEmpty(boards: [Int32], levels: [Int16], buckets: [Int]) async throws {
        guard !boards.isEmpty else { return }
        try await run(
            """
            DELETE FROM board_counts USING unnest(\(boards), \(levels), \(buckets))
                AS empty(board, level, bucket)
            WHERE board_counts.board = empty.board AND board_counts.level = empty.level
            AND board_counts.bucket = empty.bucket AND count = 0
            """
        )
    }
}

/// A board whose counts are checked, and the players that it counts.
struct CheckedBoard: Hashable, Sendable {
    let number: Int
    let name: String
    let players: Players

    /// The players of a board.
    enum Players: Hashable, Sendable {
        /// All who are shown.
        case everybody
        /// Those who are listed, by all of their points or by those of a window.
        case listed(Window?)
        /// The players of a contest.
        case contest
    }
}

extension Reader {
    /// The first board with at least this number; `nil` if there is none.
    func boardToCheck(from number: Int) async throws -> CheckedBoard? {
        try await first(
            """
            SELECT id, name, CASE WHEN name LIKE 'listed/%' THEN split_part(name, '/', 2) END,
                CASE WHEN name LIKE 'listed/%' THEN split_part(name, '/', 3)::date END
            FROM boards WHERE id >= \(Int32(clamping: number)) ORDER BY id LIMIT 1
            """
        ) { row in
            let (number, name): (Int32, String) = (try row.next(), try row.next())
            let length = try row.next(String?.self).flatMap { Window.Length(rawValue: $0) }
            let startsOn: CivilDate? = try row.next()
            var players = CheckedBoard.Players.contest
            if number == 1 { players = .everybody }
            if number == 2 { players = .listed(nil) }
            if let length, let startsOn {
                players = .listed(Window(length: length, startsOn: startsOn))
            }
            return CheckedBoard(number: Int(number), name: name, players: players)
        }
    }

    /// The last of the next `count` scores that a board counts after a score; `nil` if there are
    /// fewer.
    func score(
        on board: CheckedBoard,
        after last: Int,
        skipping count: Int
    ) async throws -> Int? {
        try await first(
            """
            SELECT bucket FROM board_counts
            WHERE board = \(Int32(clamping: board.number)) AND level = 0 AND bucket > \(last)
            ORDER BY bucket OFFSET \(count - 1) LIMIT 1
            """
        ) { row in try row.next() }
    }

    /// The scores of a board, after one and up to another, that it counts differently from its
    /// players, in one snapshot.
    func differingScores(
        on board: CheckedBoard,
        after low: Int,
        upTo high: Int
    ) async throws -> [BoardDifference] {
        let number = Int32(clamping: board.number)
        return try await all(
            """
            SELECT score, sum(stored)::bigint, sum(counted)::bigint FROM (
                SELECT bucket AS score, count AS stored, 0 AS counted FROM board_counts
                WHERE board = \(number) AND level = 0
                UNION ALL
                SELECT new_score, 1, 0 FROM board_changes WHERE board = \(number)
                UNION ALL
                SELECT old_score, -1, 0 FROM board_changes WHERE board = \(number)
                UNION ALL
                SELECT score, 0, 1
                FROM (VALUES (true)) AS every \(players: board, after: low, upTo: high)
            ) AS scores
            WHERE score > \(low) AND score <= \(high)
            GROUP BY score HAVING sum(stored) <> sum(counted) ORDER BY score
            """
        ) { row in
            try BoardDifference(
                board: board.name,
                score: "\(row.next(Int.self))",
                stored: row.next(),
                recounted: row.next()
            )
        }
    }

    /// The buckets of a board that differ from the sums of those below them, in one snapshot.
    func differingSums(on board: CheckedBoard) async throws -> [BoardDifference] {
        let number = Int32(clamping: board.number)
        return try await all(
            """
            SELECT level, bucket, sum(stored)::bigint, sum(counted)::bigint FROM (
                SELECT level, bucket, count AS stored, 0 AS counted FROM board_counts
                WHERE board = \(number) AND level > 0
                UNION ALL
                SELECT level + 1, bucket >> 6, 0, count FROM board_counts
                WHERE board = \(number) AND level < 9
            ) AS counts
            GROUP BY level, bucket HAVING sum(stored) <> sum(counted) ORDER BY level, bucket
            """
        ) { row in
            try BoardDifference(
                board: board.name,
                score: "level \(row.next(Int32.self)) bucket \(row.next(Int.self))",
                stored: row.next(),
                recounted: row.next()
            )
        }
    }
}

extension SQL.StringInterpolation {
    /// Joins the players of a board, each with a `score` after one and up to another.
    fileprivate mutating func appendInterpolation(
        players board: CheckedBoard,
        after low: Int,
        upTo high: Int
    ) {
        switch board.players {
        case .everybody:
            appendLiteral("JOIN totals AS player ON player.is_shown")
        case .listed(nil):
            appendLiteral("JOIN totals AS player ON player.is_listed AND player.is_shown")
        case .listed(let window?):
            appendLiteral(
                """
                JOIN window_totals AS player ON player.is_listed AND player.is_shown
                    AND player.points > 0 AND player.span =
                """
            )
            appendLiteral(" ")
            appendInterpolation(window.length.rawValue)
            appendLiteral(" AND player.starts_on = ")
            appendInterpolation(window.startsOn)
        case .contest:
            appendLiteral("JOIN contest_players AS player ON player.board = ")
            appendInterpolation(Int32(clamping: board.number))
        }
        // In the order of an index of each table.
        if board.players == .contest {
            appendLiteral(" AND player.place < ")
            appendInterpolation(-low)
            appendLiteral(" AND player.place >= ")
            appendInterpolation(-high)
            appendLiteral(" CROSS JOIN LATERAL (SELECT -player.place AS score) AS own")
        } else {
            appendLiteral(" AND -player.points < ")
            appendInterpolation(-low)
            appendLiteral(" AND -player.points >= ")
            appendInterpolation(-high)
            appendLiteral(" CROSS JOIN LATERAL (SELECT player.points AS score) AS own")
        }
    }
}
