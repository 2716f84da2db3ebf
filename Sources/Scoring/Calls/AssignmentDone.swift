import Outbox
import RPC
import ScoringAPI
import Wire

extension Scoring {
    func assignmentDone(
        _ event: AssignmentDone,
        in context: CallContext
    ) async throws -> Nothing {
        try await database.receive(event, in: context, ahead: true) { tx in
            try await tx.pay(payment.lines(for: event))
        }
    }
}
