import Outbox
import Postgres
import RPC
import ScoringAPI
import Wire

extension Medals {
    func seeMedals(_ call: SeeMedals, in context: CallContext) async throws -> SeeMedals.Reply {
        let user = try context.signedIn
        if let ids = call.ids, !SeeMedals.idsLimit.contains(ids.count) {
            throw Refusal(ScoringError.tooManyMedals, at: "/ids")
        }
        let now = now()
        return try await database.once(call, in: context, at: now) { tx in
            try tx.see(call.ids, of: user, at: now)
            return SeeMedals.Reply(new: try await tx.newMedals(of: user))
        }
    }
}
