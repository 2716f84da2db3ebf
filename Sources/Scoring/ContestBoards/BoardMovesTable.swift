import Identifiers
import Postgres

// The `board_moves` table: contests whose players are still to be moved to a board. The trigger of
// their players adds them. No other file names it.
extension Reader {
    /// Contests whose players are to be moved, at most that many.
    func boardMoves(limit: Int) async throws -> [ChallengeID] {
        try await all(
            "SELECT challenge FROM board_moves ORDER BY challenge LIMIT \(limit)",
            .point
        ) { row in try row.next() }
    }
}

extension Transaction {
    /// Locks the move of a contest, and returns the last player that was moved; `nil` if all are,
    /// or another transaction is at it.
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

    /// Removes the move of a contest. Sent with the next statement.
    func endMove(of contest: ChallengeID) throws {
        try enqueue("DELETE FROM board_moves WHERE challenge = \(contest)")
    }
}
