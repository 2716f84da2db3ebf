import IdentityAPI
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Identity {
    func sendFriendRequest(
        _ call: SendFriendRequest,
        in context: CallContext
    ) async throws -> FriendRequest {
        let asker = try context.signedIn
        guard call.to != asker else { throw Refusal(IdentityError.requestToSelf, at: "/to") }
        let now = now()
        return try await database.once(call, in: context, at: now) { tx in
            // Lock the asker's account for the limits, always before the pair.
            guard try await tx.lockAccount(asker) else { throw WireError.signInNeeded }
            guard try await !tx.cards([call.to]).isEmpty else {
                throw Refusal(IdentityError.personUnknown, at: "/to")
            }
            let request = try await request(call, from: asker, tx, at: now)
            return try await tx.shown(request, to: asker)
        }
    }

    private func request(
        _ call: SendFriendRequest,
        from asker: UserID,
        _ tx: Transaction,
        at now: Instant
    ) async throws -> StoredRequest {
        if let id = call.id, let same = try await tx.request(id) {
            guard same.asker == asker, same.asked == call.to else {
                throw Refusal(IdentityError.idTaken, at: "/id")
            }
            return same
        }
        let pair = Pair(asker, call.to)
        let relation = try await tx.lock(pair).relation
        guard relation != .friends else { throw IdentityError.alreadyFriends }
        if let theirs = try await tx.openRequest(from: call.to, to: asker, at: now) {
            try await befriend(pair, tx)
            return try await tx.request(theirs.id) ?? theirs
        }
        if let mine = try await tx.openRequest(from: asker, to: call.to, at: now) { return mine }
        return try await newRequest(call, from: asker, tx, at: now)
    }

    private func newRequest(
        _ call: SendFriendRequest,
        from asker: UserID,
        _ tx: Transaction,
        at now: Instant
    ) async throws -> StoredRequest {
        let silence = now - StoredRequest.silence
        try await FriendRequestLimits.check(
            open: tx.openRequests(from: asker, declinedAfter: silence),
            sent: tx.requestsSent(
                by: asker,
                after: now - .days(1),
                limit: FriendRequestLimits.dailyMax
            ),
            at: now
        )
        // A request that was declined, withdrawn and sent again is declined from the start.
        // Otherwise the person who declined would be asked again, or the asker would learn of the
        // refusal.
        let refusal = try await tx.requests(from: asker, to: call.to, declinedAfter: silence).first
        let new = StoredRequest(
            id: call.id ?? FriendRequestID(),
            asker: asker,
            asked: call.to,
            state: refusal == nil ? .requested : .declined,
            declinedAt: refusal?.declinedAt,
            createdAt: now
        )
        guard try await tx.insert(new) else { throw Refusal(IdentityError.idTaken, at: "/id") }
        return new
    }
}
