import Outbox
import RPC
import ScoringAPI
import Wire

extension Scoring {
    func assignmentDone(
        _ event: AssignmentDone,
        in context: CallContext
    ) async throws -> Nothing {
        try await database.receive(event, in: context) { tx in
            for line in payment.lines(for: event).inLockOrder {
                try await tx.pay(line)
            }
        }
    }
}
