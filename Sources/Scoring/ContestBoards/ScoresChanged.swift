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
            let before = try await tx.livePodium(of: board)
            try tx.save(
                event.players,
                of: event.contest,
                keepsLeavers: board?.keepsLeavers == true
            )
            guard let board, let before else { return }
            let places = event.players.map { player in
                (player.user, player.score.map { board.place(of: $0.millionths) })
            }
            let changed = Dictionary(places) { one, _ in one }
            let after = before.mayChange(by: changed) ? try await tx.podium(of: board) : before
            let losers = before.losers(by: after, changed: Set(changed.keys))
            try await tell(losers, of: board, in: tx)
            try await takeBackRegained(of: board, by: after, Array(changed.keys), in: tx)
        }
    }
}
