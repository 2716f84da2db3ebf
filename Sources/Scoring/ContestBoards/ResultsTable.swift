import Identifiers
import Postgres

// The `results` table: the boards of completed contests, written once. No other file names it.
extension Transaction {
    /// Writes the next results of a completed contest, in the board's order: those after the last
    /// written result, continuing its rank. The board is locked, and the fields that its rows are
    /// ranked by no longer change.
    ///
    /// - Parameters:
    ///   - board: The board. Its number of written results is the number of players before these.
    ///   - limit: The maximum number of results.
    /// - Returns: The number of results written; less than the limit if those were the last.
    /// - Throws: `PostgresError`.
    func writeResults(of board: ContestBoard, limit: Int) async throws -> Int {
        let last = try await lastResult(of: board.challenge)
        let position = last?.position ?? .first
        // Ranked players come before unranked ones, so all written results before a ranked one are
        // ranked.
        return try await run(
            """
            INSERT INTO results (challenge, user_id, rank, value, score, entries, target,
                completed_at, is_unranked, place, reached_at)
            SELECT \(board.challenge), user_id,
                CASE WHEN is_unranked THEN NULL
                    WHEN place = \(last?.position.place) THEN \(last?.rank)
                    ELSE \(board.resultsWritten)
                        + rank() OVER (ORDER BY is_unranked, place) END,
                value, score, entries, target, completed_at, is_unranked, place, reached_at
            FROM (
                SELECT listed.* FROM (
                    SELECT \(position.isUnranked) AS is_unranked, \(position.place) AS place,
                        \(position.reachedAt) AS reached_at, \(position.user) AS user_id
                ) AS origin, LATERAL (\(playersBehindOriginOn: board, limit)) AS listed
                ORDER BY listed.is_unranked, listed.place, listed.reached_at, listed.user_id
                LIMIT \(limit)
            ) AS step
            """
        )
    }

    /// The last written result of a contest, in the board's order; `nil` if there is none.
    private func lastResult(
        of contest: ChallengeID
    ) async throws -> (position: BoardPosition, rank: Int?)? {
        try await first(
            """
            SELECT is_unranked, place, reached_at, user_id, rank FROM results
            WHERE challenge = \(contest)
            ORDER BY is_unranked DESC, place DESC, reached_at DESC, user_id DESC LIMIT 1
            """
        ) { row in
            let position = try BoardPosition(
                isUnranked: row.next(),
                place: row.next(),
                reachedAt: row.next(),
                user: row.next()
            )
            return try (position, row.next(Int?.self))
        }
    }
}

extension Reader {
    /// The results of a contest after a user, in the order of user ids.
    func results(
        of contest: ChallengeID,
        after last: UserID?,
        limit: Int
    ) async throws -> [MedalResult] {
        try await all(
            """
            SELECT user_id, rank FROM results
            WHERE challenge = \(contest) \(after: last, in: "user_id")
            ORDER BY user_id LIMIT \(limit)
            """
        ) { row in
            try MedalResult(user: row.next(), rank: row.next())
        }
    }

    /// The number of people who scored in a completed contest, at most `limit`.
    func scored(in contest: ChallengeID, limit: Int) async throws -> Int {
        try await one(
            """
            SELECT count(*) FROM (
                SELECT FROM results WHERE challenge = \(contest) AND NOT is_unranked
                LIMIT \(limit)) AS scored
            """
        ) { row in try row.next() }
    }
}

extension SQL.StringInterpolation {
    /// Writes a query of the rows of a board after `origin`. If the board counts its players, there
    /// are at most `limit` rows with a rank and `limit` without; else there are all.
    fileprivate mutating func appendInterpolation(
        playersBehindOriginOn board: ContestBoard,
        _ limit: Int
    ) {
        guard board.counter == nil else {
            return appendInterpolation(behindOriginOn: board, limit)
        }
        appendLiteral("SELECT * FROM (")
        appendInterpolation(playersOf: board)
        appendLiteral(
            """
            ) AS players
            WHERE (players.is_unranked, players.place, players.reached_at, players.user_id)
                > (origin.is_unranked, origin.place, origin.reached_at, origin.user_id)
            """
        )
    }

    /// Writes a query of all results of a contest.
    mutating func appendInterpolation(resultsOf contest: ChallengeID) {
        appendLiteral(
            """
            SELECT user_id, value, score, entries, target, completed_at, is_unranked, place,
                reached_at, rank
            FROM results WHERE challenge =
            """
        )
        appendLiteral(" ")
        appendInterpolation(contest)
    }
}
