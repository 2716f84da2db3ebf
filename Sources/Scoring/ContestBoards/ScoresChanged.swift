import Outbox
import Postgres
import RPC
import ScoringAPI
import Values
import Wire

extension Boards {
    func scoresChanged(
        _ event: ScoresChanged,
        in context: CallContext
    ) async throws -> Nothing {
        try await database.receive(event, in: context) { tx in
            let board = try await tx.sharedBoard(of: event.contest)
            guard board?.isCompleted != true else { return }
            let podium = try await tx.podium(of: board, passedBy: event.players)
            try tx.save(
                event.players,
                of: event.contest,
                keepsLeavers: board?.keepsLeavers == true
            )
            guard let board else { return }
            let players = event.players.map(\.user)
            if let podium {
                let losers = podium.losers(
                    by: try await tx.podium(of: board),
                    sparing: Set(players)
                )
                try await tell(losers, of: board, in: tx)
            }
            try await takeBackRegained(of: board, players, in: tx)
        }
    }
}

extension Reader {
    /// The best players of a live board, if the best of these scores passes one who holds a rank;
    /// else `nil`, as nobody loses any. Without a score nothing is read.
    fileprivate func podium(
        of board: ContestBoard?,
        passedBy players: [ScoresChanged.Player]
    ) async throws -> Podium? {
        guard let board,
            let best = players.compactMap(\.score?.millionths).map(board.place(of:)).min(),
            let podium = try await livePodium(of: board), podium.isPassed(at: best)
        else { return nil }
        return podium
    }
}
