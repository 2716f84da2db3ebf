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
            let isKnown = try tx.lockAccount(asker)
            let same = try call.id.map { try tx.deferredRequest($0) }
            let cards = try await tx.cards([asker, call.to])
            guard try await isKnown.value else { throw WireError.signInNeeded }
            guard cards.hasActive(call.to) else { throw Self.askedUnknown }
            let people = cards.people
            if let same = try await same?.value {
                // Whoever is behind a block does not learn that the id is in use either.
                guard try await tx.relation(Pair(asker, call.to))?.relation != .blocked else {
                    throw Self.askedUnknown
                }
                guard same.asker == asker, same.asked == call.to else {
                    throw Refusal(IdentityError.idTaken, at: "/id")
                }
                return try same.requestReply(to: asker, people)
            }
            let request = try await request(call, from: asker, tx, at: now)
            return try request.requestReply(to: asker, people)
        }
    }

    private func request(
        _ call: SendFriendRequest,
        from asker: UserID,
        _ tx: Transaction,
        at now: Instant
    ) async throws -> StoredRequest {
        let pair = Pair(asker, call.to)
        let silence = now - StoredRequest.silence
        // The lock is sent first: what it guards is read by the next statements.
        let relation = try tx.lock(pair)
        let theirs = try tx.deferredRequests(from: call.to, to: asker, declinedAfter: silence)
        let mine = try tx.deferredRequests(from: asker, to: call.to, declinedAfter: silence)
        let open = try tx.openRequests(from: asker, declinedAfter: silence)
        let sent = try await tx.requestsSent(
            by: asker,
            after: now - .days(1),
            limit: FriendRequestLimits.dailyMax
        )
        let known = try await relation.value?.relation
        guard known != .blocked else { throw Self.askedUnknown }
        guard known != .friends else { throw IdentityError.alreadyFriends }
        if var theirs = try await theirs.value.first(where: { $0.looksOpen(at: now) }) {
            try await befriend(by: theirs, tx, at: now)
            theirs.state = .accepted
            return theirs
        }
        let before = try await mine.value
        if let mine = before.first(where: { $0.looksOpen(at: now) }) { return mine }
        try await FriendRequestLimits.check(open: open.value, sent: sent, at: now)
        return try await newRequest(call, from: asker, after: before.first, tx, at: now)
    }

    /// Inserts a request, sent to a person who may have refused one before.
    private func newRequest(
        _ call: SendFriendRequest,
        from asker: UserID,
        after refusal: StoredRequest?,
        _ tx: Transaction,
        at now: Instant
    ) async throws -> StoredRequest {
        // A request that was declined, withdrawn and sent again is declined from the start.
        // Otherwise the person who declined would be asked again, or the asker would learn of the
        // refusal.
        let new = StoredRequest(
            id: call.id ?? FriendRequestID(),
            asker: asker,
            asked: call.to,
            state: refusal == nil ? .requested : .declined,
            declinedAt: refusal?.declinedAt,
            createdAt: now
        )
        guard try await tx.insert(new) else { throw Refusal(IdentityError.idTaken, at: "/id") }
        if new.state == .requested { try tx.tell(new.sent, noticeLimit) }
        return new
    }

    private static let askedUnknown = Refusal(IdentityError.personUnknown, at: "/to")
}
