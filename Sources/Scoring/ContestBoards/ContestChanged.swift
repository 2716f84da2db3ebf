import Outbox
import RPC
import ScoringAPI
import Wire

extension Boards {
    func contestChanged(
        _ event: ContestChanged,
        in context: CallContext
    ) async throws -> Nothing {
        try await database.receive(event, in: context) { tx in
            let known = try await tx.heldBoard(of: event.contest)
            let next: ContestBoard? =
                if let known { known.changed(by: event) } else { ContestBoard(event) }
            guard let next else { return }
            try tx.save(next)
            let isCompletion = next.isCompleted && known?.isCompleted != true
            if isCompletion { try tx.markInactive(in: event.contest) }
            if next.isOver { try tx.forgetLosses(of: event.contest) }
        }
    }
}
