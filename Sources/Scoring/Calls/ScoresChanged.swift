import Outbox
import RPC
import ScoringAPI
import Wire

extension Boards {
    func scoresChanged(
        _ event: ScoresChanged,
        in context: CallContext
    ) async throws -> Nothing {
        try await database.receive(event, in: context) { tx in
            let board = try await tx.sharedBoard(of: event.challenge)
            guard board?.isCompleted != true else { return }
            try tx.save(
                event.players,
                of: event.challenge,
                keepsLeavers: board?.keepsLeavers == true
            )
        }
    }
}
