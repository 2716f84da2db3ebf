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
        return try await database.once(call, in: context, at: now, speculative: true) { tx in
            guard let held = try await tx.lockedRequest(call.request),
                held.request.asked == asked, !call.accept || held.mayBeAccepted
            else { throw IdentityError.requestUnknown }
            var request = held.request
            let answer: FriendRequest.State = call.accept ? .accepted : .declined
            switch request.state(seenBy: asked) {
            case answer:
                break
            case .requested:
                if call.accept {
                    try befriend(by: request, instead: held.relation, tx, at: now)
                } else {
                    try tx.settle(request.settled(.acted, at: now))
                    try tx.declineRequest(request.id, at: now)
                }
                request.state = answer
            default:
                throw try Refusal(
                    IdentityError.requestClosed,
                    current: request.requestReply(to: asked, held.people)
                )
            }
            return try request.requestReply(to: asked, held.people)
        }
    }
}

/// A friend request whose pair is locked, with its sender and recipient.
struct LockedRequest {
    let request: StoredRequest
    let relation: StoredRelation
    let people: [UserID: Person]
    /// Whether the sender is active, and the two are not a blocked pair.
    let mayBeAccepted: Bool
}

extension Transaction {
    /// Returns a request with its sender and recipient, and locks the pair until the transaction
    /// ends.
    func lockedRequest(_ id: FriendRequestID) async throws -> LockedRequest? {
        // Send the lock first: the next statement reads what it protects.
        let locked = try lock(peopleOf: id)
        guard let found = try await requestWithCards(id), let relation = try await locked.value
        else { return nil }
        return LockedRequest(
            request: found.request,
            relation: relation,
            people: found.cards.people,
            mayBeAccepted: found.cards.hasActive(found.request.asker)
                && relation.relation != .blocked
        )
    }
}
