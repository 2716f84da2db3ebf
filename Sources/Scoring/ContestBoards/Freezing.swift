import Identifiers
import IdentityAPI
import Outbox
import Postgres
import Values
import Wire

// The results of completed contests are written in steps. Until the last step, the board is read
// from its players' rows, which no longer change, with the same ranks (2.7-result).
extension Boards {
    /// Writes the next results of every completed contest that lacks some. A contest that fails
    /// does not stop the others.
    ///
    /// - Returns: The number of contests for which there was something to do. Contests that another
    ///   replica has locked do not count.
    func freeze() async throws -> Int {
        var count = 0
        var failure: (any Error)?
        for contest in try await database.unfrozenBoards(limit: 100) {
            do {
                let moment = now()
                let hasWritten = try await database.transaction { tx in
                    try await freeze(contest, at: moment, in: tx)
                }
                if hasWritten { count += 1 }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return count
    }

    /// Writes the next results of a contest. With the last ones, notifies the participants.
    ///
    /// - Returns: Whether the contest lacked results and was not locked by another replica.
    func freeze(
        _ contest: ChallengeID,
        at moment: Instant,
        in tx: Transaction
    ) async throws -> Bool {
        guard var board = try await tx.unfrozenBoard(of: contest) else { return false }
        let written = try await tx.writeResults(of: board, limit: resultsMax)
        board.resultsWritten += written
        if written < resultsMax { board.frozenAt = moment }
        try tx.saveResults(of: board)
        if board.isFrozen { try await tx.tellResult(of: board, at: moment) }
        return true
    }
}

extension Transaction {
    /// Notifies the participants of a contest of its result.
    fileprivate func tellResult(of board: ContestBoard, at now: Instant) async throws {
        var last: UserID?
        while true {
            let people = try await joinedPlayers(
                of: board.challenge,
                after: last,
                limit: PeopleTold.peopleLimit.upperBound
            )
            guard !people.isEmpty else { return }
            let told = PeopleTold(
                people: people,
                kind: .contestResult,
                cause: "\(board.challenge)",
                challenge: board.challenge,
                subject: Notice.Subject(contest: board.challenge),
                name: board.name,
                at: now
            )
            try emit(told, to: .identity, at: now)
            last = people.last
        }
    }
}
