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
        let pair = Pair(asker, call.to)
        return try await database.once(call, in: context, at: now, speculative: true) { tx in
            // Lock the sender's account for the limits, always before the pair.
            let isKnown = try tx.lockAccount(asker)
            let same = try call.id.map { try tx.deferredRequest($0) }
            // Send the locks first: the next statements read what they protect.
            let locked = try tx.lock(pair)
            let sent = try tx.sentRequests(to: call.to, from: asker, at: now)
            let cards = try await tx.cards([asker, call.to])
            guard try await isKnown.value else { throw WireError.signInNeeded }
            guard cards.hasActive(call.to), let relation = try await locked.value else {
                throw Self.askedUnknown
            }
            // A blocked user must not learn that the id is in use either.
            guard relation.relation != .blocked else { throw Self.askedUnknown }
            let people = cards.people
            if let same = try await same?.value {
                guard same.asker == asker, same.asked == call.to else {
                    throw Refusal(IdentityError.idTaken, at: "/id")
                }
                return try same.requestReply(to: asker, people)
            }
            let request = try await request(call, from: asker, relation, sent, tx, at: now)
            return try request.requestReply(to: asker, people)
        }
    }

    private func request(
        _ call: SendFriendRequest,
        from asker: UserID,
        _ relation: StoredRelation,
        _ sent: SentRequests,
        _ tx: Transaction,
        at now: Instant
    ) async throws -> StoredRequest {
        guard relation.relation != .friends else { throw IdentityError.alreadyFriends }
        if var theirs = try await sent.theirs.value.first(where: { $0.looksOpen(at: now) }) {
            try befriend(by: theirs, instead: relation, tx, at: now)
            theirs.state = .accepted
            return theirs
        }
        let before = try await sent.mine.value
        if let mine = before.first(where: { $0.looksOpen(at: now) }) { return mine }
        try await FriendRequestLimits.check(
            open: sent.open.value,
            sent: sent.times.value,
            at: now
        )
        return try await newRequest(call, from: asker, after: before.first, tx, at: now)
    }

    /// Inserts a request to a recipient who may have refused an earlier one.
    private func newRequest(
        _ call: SendFriendRequest,
        from asker: UserID,
        after refusal: StoredRequest?,
        _ tx: Transaction,
        at now: Instant
    ) async throws -> StoredRequest {
        // A request that was declined, withdrawn and sent again is declined from the start.
        // Otherwise the recipient would be asked again, or the sender would learn of the refusal.
        let new = StoredRequest(
            id: call.id ?? FriendRequestID(),
            asker: asker,
            asked: call.to,
            state: refusal == nil ? .requested : .declined,
            declinedAt: refusal?.declinedAt,
            createdAt: now
        )
        let isInserted = try tx.insert(new)
        if new.state == .requested { try tx.tell(new.sent, noticeLimit) }
        guard try await isInserted.value else { throw Refusal(IdentityError.idTaken, at: "/id") }
        return new
    }

    private static let askedUnknown = Refusal(IdentityError.personUnknown, at: "/to")
}

/// The earlier requests that decide what a new one does.
private struct SentRequests {
    /// The recipient's requests to the sender, newest first.
    let theirs: Deferred<[StoredRequest]>
    /// The sender's requests to the recipient, newest first.
    let mine: Deferred<[StoredRequest]>
    /// The number of the sender's requests that look open to them.
    let open: Deferred<Int>
    /// When the sender's newest requests of the last 24 hours were sent, newest first.
    let times: Deferred<[Instant]>
}

extension Transaction {
    /// Reads the requests between two users, and the sender's. Sent with the next statement.
    fileprivate func sentRequests(
        to asked: UserID,
        from asker: UserID,
        at now: Instant
    ) throws -> SentRequests {
        let silence = now - StoredRequest.silence
        return SentRequests(
            theirs: try deferredRequests(from: asked, to: asker, declinedAfter: silence),
            mine: try deferredRequests(from: asker, to: asked, declinedAfter: silence),
            open: try openRequests(from: asker, declinedAfter: silence),
            times: try requestTimes(
                from: asker,
                after: now - .days(1),
                limit: FriendRequestLimits.dailyMax
            )
        )
    }
}
