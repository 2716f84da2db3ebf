import Identifiers
import Logging
import Outbox
import Postgres

// Players of contests with more than a thousand players are moved to a board in steps. Until the
// last step they are ranked without the board, with the same ranks (2.7-board).
extension Boards {
    /// The loop that moves players to boards.
    var moving: PeriodicTask {
        PeriodicTask(
            every: .milliseconds(50),
            complaint: "Moving players of contests to boards failed; will retry."
        ) {
            try await move()
        }
    }

    /// Moves the next players of every contest that has players to move. Does nothing until it is
    /// known for everyone whether they are shown.
    ///
    /// - Returns: The number of contests for which there was something to do. Contests that another
    ///   replica has locked do not count.
    func move() async throws -> Int {
        let contests = try await database.boardMoves(limit: 100)
        guard !contests.isEmpty, try await !database.isUnderWay(.people) else { return 0 }
        var count = 0
        var failure: (any Error)?
        for contest in contests {
            do {
                if try await database.transaction({ try await move(contest, in: $0) }) {
                    count += 1
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return count
    }

    /// Moves the next players of a contest. A contest that was completed meanwhile gets its result
    /// without a board. A contest that is not known yet waits.
    ///
    /// - Returns: Whether there was something to do, and no other replica had locked the contest.
    func move(_ contest: ChallengeID, in tx: Transaction) async throws -> Bool {
        guard let last = try await tx.heldMove(of: contest),
            var board = try await tx.heldBoard(of: contest)
        else { return false }
        guard !board.isCompleted else {
            try tx.endMove(of: contest)
            return true
        }
        if board.number == nil {
            board.number = try await tx.boardNumber(of: contest)
            try tx.saveNumber(of: board)
        }
        let moved = try await tx.movePlayers(of: board, after: last, limit: movesMax)
        if moved.count == movesMax, let next = moved.max() {
            try tx.saveMove(of: contest, after: next)
        } else {
            board.isCounted = true
            try tx.saveNumber(of: board)
            try tx.endMove(of: contest)
        }
        return true
    }
}
