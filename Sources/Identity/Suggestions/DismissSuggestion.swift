import IdentityAPI
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func dismissSuggestion(
        _ call: DismissSuggestion,
        in context: CallContext
    ) async throws -> Nothing {
        let user = try context.signedIn
        let now = now()
        return try await database.once(call, in: context, at: now) { tx in
            guard try await tx.dismissSuggestion(of: call.user, to: user, at: now) else {
                throw IdentityError.suggestionUnknown
            }
            return Nothing()
        }
    }
}
