import Outbox
import RPC
import ScoringAPI
import Wire

extension Scoring {
    func assignmentVoided(
        _ event: AssignmentVoided,
        in context: CallContext
    ) async throws -> Nothing {
        try await database.receive(event, in: context) { tx in
            let paid = try await tx.ledger(of: event.assignment)
            try await tx.pay(paid.compactMap(\.reversed))
        }
    }
}
