import Postgres
import RPC
import ScoringAPI
import Wire

extension Scoring {
    func checkBoards(
        _ call: CheckBoards,
        in context: CallContext
    ) async throws -> CheckBoards.Reply {
        let limit = try PageLimit(call.limit, orThrow: ScoringError.limitInvalid)
        let place = try Self.boardCursor.keys(of: call.cursor, orThrow: ScoringError.cursorInvalid)
        let (number, last) = place ?? (0, Self.lowestScore)
        guard let board = try await database.boardToCheck(from: number) else {
            return Page(items: [])
        }
        // Scores of the same board, unless it is gone.
        let after = board.number == number ? last : Self.lowestScore
        let next = try await database.score(on: board, after: after, skipping: limit.count)
        let scores = try await database.differingScores(
            on: board,
            after: after,
            upTo: next ?? .max
        )
        if let next {
            return Page(items: scores, nextCursor: Self.boardCursor.text(board.number, next))
        }
        let sums = try await database.differingSums(on: board)
        return Page(
            items: scores + sums,
            nextCursor: Self.boardCursor.text(board.number + 1, Self.lowestScore)
        )
    }

    /// Below all scores. The opposite is a number too.
    private static let lowestScore = -Int.max

    private static let boardCursor = PageCursor<Int, Int>("boards")
}
