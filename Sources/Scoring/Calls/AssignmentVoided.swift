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
            for line in paid.compactMap(\.reversed).inLockOrder {
                try await tx.pay(line)
            }
        }
    }
}
