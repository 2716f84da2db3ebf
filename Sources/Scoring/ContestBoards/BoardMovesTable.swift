import Identifiers
import Postgres

// The `board_moves` table: contests whose players are not all moved to a board yet. A trigger on
// the players' table adds the rows. No other file names it.
extension Reader {
    /// Contests whose players are not all moved yet, at most `limit`.
    func boardMoves(limit: Int) async throws -> [ChallengeID] {
        try await all(
            "SELECT challenge FROM board_moves ORDER BY challenge LIMIT \(limit)",
            .point
        ) { row in try row.next() }
    }
}

extension Transaction {
    /// Locks a contest's move, and returns the last player that was moved. Returns `nil` if there
    /// is no move, or another transaction has locked it.
    func heldMove(of contest: ChallengeID) async throws -> UserID? {
        try await first(
            """
            SELECT last FROM board_moves WHERE challenge = \(contest) FOR UPDATE SKIP LOCKED
            """
        ) { row in try row.next() }
    }

    /// Stores the last player that was moved. Sent with the next statement.
    func saveMove(of contest: ChallengeID, after last: UserID) throws {
        try enqueue("UPDATE board_moves SET last = \(last) WHERE challenge = \(contest)")
    }

    /// Deletes a contest's move. Sent with the next statement.
    func endMove(of contest: ChallengeID) throws {
        try enqueue("DELETE FROM board_moves WHERE challenge = \(contest)")
    }
}
