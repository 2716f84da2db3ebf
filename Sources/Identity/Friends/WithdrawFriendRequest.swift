import IdentityAPI
import Identifiers
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func withdrawFriendRequest(
        _ call: WithdrawFriendRequest,
        in context: CallContext
    ) async throws -> Nothing {
        let asker = try context.signedIn
        let now = now()
        return try await database.once(call, in: context, at: now, speculative: true) { tx in
            guard let held = try await tx.lockedRequest(call.request),
                held.request.asker == asker
            else { throw IdentityError.requestUnknown }
            let request = held.request
            switch request.state {
            case .requested, .declined:
                try tx.settle(request.settled(.gone, at: now))
                try tx.withdrawRequest(request.id)
            case .withdrawn:
                break
            case .accepted, .unknown:
                throw try Refusal(
                    IdentityError.requestClosed,
                    current: request.requestReply(to: asker, held.people)
                )
            }
            return Nothing()
        }
    }
}
