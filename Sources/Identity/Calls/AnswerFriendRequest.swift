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
            guard let (found, people) = try await tx.lockedRequest(call.request),
                found.asked == asked
            else { throw IdentityError.requestUnknown }
            var request = found
            let answer: FriendRequest.State = call.accept ? .accepted : .declined
            switch request.state(seenBy: asked) {
            case answer:
                break
            case .requested:
                if call.accept {
                    try await befriend(by: request, tx, at: now)
                } else {
                    try tx.settle(request.settled(.acted, at: now))
                    try await tx.declineRequest(request.id, at: now)
                }
                request.state = answer
            default:
                throw try Refusal(
                    IdentityError.requestClosed,
                    current: request.shown(to: asked, people)
                )
            }
            return try request.shown(to: asked, people)
        }
    }
}

extension Transaction {
    /// Returns a request with its two people, after locking its pair until the transaction ends.
    func lockedRequest(
        _ id: FriendRequestID
    ) async throws -> (request: StoredRequest, people: [UserID: Person])? {
        guard let found = try await request(id) else { return nil }
        try lock(found.pair)
        // It may have changed while waiting for the lock.
        let locked = try deferredRequest(id)
        let people = try await people([found.asker, found.asked])
        return try await locked.value.map { (request: $0, people: people) }
    }
}
