import Identifiers
import Postgres

// The `results` table: the boards of completed contests, written once. No other file names it.
extension Transaction {
    /// Writes the next results of a completed contest, in the order of its board. Its board is
    /// locked, and nothing changes what its rows are ranked by.
    ///
    /// - Parameters:
    ///   - board: The board; how many of its results are written is where this begins.
    ///   - limit: How many results at most.
    /// - Returns: How many were written; less than the limit if those were the last.
    /// - Throws: `PostgresError`.
    func writeResults(of board: ContestBoard, limit: Int) async throws -> Int {
        try await run(
            """
            WITH board AS (\(ranksOf: board))
            INSERT INTO results (challenge, user_id, rank, value, score, entries, target,
                completed_at, is_unranked, place, reached_at)
            SELECT \(board.challenge), user_id, rank, value, score, entries, target,
                completed_at, is_unranked, place, reached_at
            FROM board ORDER BY is_unranked, place, reached_at, user_id
            OFFSET \(board.resultsWritten) LIMIT \(limit)
            """
        )
    }
}

extension SQL.StringInterpolation {
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
