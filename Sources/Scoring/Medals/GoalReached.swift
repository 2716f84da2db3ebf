import Outbox
import RPC
import ScoringAPI
import Wire

extension Medals {
    func goalReached(_ event: GoalReached, in context: CallContext) async throws -> Nothing {
        let moment = now()
        return try await database.receive(event, in: context, at: moment) { tx in
            try tx.save(event)
            let rules = try await tx.medalRules()
            try await tx.give(rules.earned(by: event), tellingAt: moment)
        }
    }
}
