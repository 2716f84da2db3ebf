import IdentityAPI
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Identity {
    func acceptInvite(_ call: AcceptInvite, in context: CallContext) async throws -> CodePreview {
        let user = try context.signedIn
        guard let code = InviteCode(call.code), let owner = try await database.invite(code)?.owner
        else { throw IdentityError.inviteUnknown }
        guard owner != user else { throw IdentityError.inviteOwn }
        let now = now()
        return try await database.once(call, in: context, at: now, after: [code.turn]) { tx in
            guard let preview = try await use(code, of: owner, by: user, tx, at: now) else {
                throw IdentityError.inviteUnknown
            }
            return preview
        }
    }

    /// Counts a user's use of an invite, and does what the invite is for.
    ///
    /// - Parameters:
    ///   - code: The invite.
    ///   - owner: The user who made it.
    ///   - user: The user who uses it; never its owner.
    ///   - tx: The transaction; it must be rolled back if the invite cannot be used.
    ///   - now: The current time.
    /// - Returns: The invite as the user sees it; `nil` if the user cannot use it.
    /// - Throws: `wire.sign_in_needed` if the user has no account; the errors of the statements.
    func use(
        _ code: InviteCode,
        of owner: UserID,
        by user: UserID,
        _ tx: Transaction,
        at now: Instant
    ) async throws -> CodePreview? {
        // The accounts come always before the pair. A name that changes meanwhile would not reach a
        // relation that only this transaction sees.
        try await tx.lockAccounts([owner, user])
        // Send the lock first: the next statements read what it protects.
        let locked = try tx.lock(Pair(owner, user))
        let cards = try await tx.cards([owner, user])
        guard cards.people[user] != nil else { throw WireError.signInNeeded }
        guard cards.hasActive(owner), let inviter = cards.people[owner],
            let relation = try await locked.value, relation.relation != .blocked,
            let invite = try await tx.invite(code), invite.isValid(at: now)
        else { return nil }
        // Friends need no invite to become friends.
        if invite.kind == .friend, relation.relation == .friends {
            return invite.preview(by: inviter)
        }
        guard try await tx.use(code, by: user, at: now) else { return nil }
        if invite.kind == .friend {
            try await befriend(instead: relation, tx, at: now)
        } else {
            try tx.suggest(relation.pair, because: .invite)
        }
        try tx.tell(invite.used(by: user, at: now), noticeLimit)
        return invite.preview(by: inviter)
    }

    /// Makes two users friends, and accepts the requests between them. The pair must be locked, and
    /// not blocked.
    private func befriend(
        instead locked: StoredRelation,
        _ tx: Transaction,
        at now: Instant
    ) async throws {
        let pair = locked.pair
        for (asker, asked) in [(pair.one, pair.other), (pair.other, pair.one)] {
            let requests = try await tx.requests(
                from: asker,
                to: asked,
                declinedAfter: now - StoredRequest.silence
            )
            for request in requests where request.state == .requested {
                try tx.settle(request.settled(.acted, at: now))
            }
        }
        try tx.acceptRequests(between: pair)
        try publish(tx.set(.friends, instead: locked), tx)
    }
}
