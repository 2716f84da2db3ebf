import Outbox
import RPC
import ScoringAPI
import Wire

extension Medals {
    func challengeSent(_ event: ChallengeSent, in context: CallContext) async throws -> Nothing {
        try await database.receive(event, in: context, at: now()) { tx in
            guard event.recipients > 0 else { return }
            try tx.save(event)
        }
    }
}
