import IdentityAPI
import Identifiers
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func answerFriendRequest(
        _ call: AnswerFriendRequest,
        in context: CallContext
    ) async throws -> FriendRequest {
        let asked = try context.signedIn
        let now = now()
        return try await database.once(call, in: context, at: now) { tx in
            guard let request = try await tx.lockedRequest(call.request), request.asked == asked
            else { throw IdentityError.requestUnknown }
            let answer: FriendRequest.State = call.accept ? .accepted : .declined
            switch request.state(seenBy: asked) {
            case answer:
                return try await tx.shown(request, to: asked)
            case .requested:
                if call.accept {
                    try await befriend(request.pair, tx)
                } else {
                    try await tx.declineRequest(request.id, at: now)
                }
                let answered = try await tx.request(request.id) ?? request
                return try await tx.shown(answered, to: asked)
            default:
                throw try Refusal(
                    IdentityError.requestClosed,
                    current: await tx.shown(request, to: asked)
                )
            }
        }
    }
}

extension Transaction {
    /// Returns a request after locking its pair until the transaction ends.
    func lockedRequest(_ id: FriendRequestID) async throws -> StoredRequest? {
        guard let request = try await request(id) else { return nil }
        _ = try await lock(request.pair)
        // It may have changed while waiting for the lock.
        return try await self.request(id)
    }
}
