import IdentityAPI
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Identity {
    func makeInvite(_ call: MakeInvite, in context: CallContext) async throws -> Invite {
        let owner = try context.signedIn
        let usesMax = call.usesMax ?? MakeInvite.usesMaxStandard
        var problems = FieldProblems<IdentityError>()
        if call.kind == .unknown { problems.add(.inviteKindInvalid, at: "/kind") }
        if !Invite.usesMaxLimit.contains(usesMax) { problems.add(.usesInvalid, at: "/usesMax") }
        try problems.refuse()
        let now = now()
        return try await database.once(call, in: context, at: now) { tx in
            guard try await tx.lockAccount(owner).value else { throw WireError.signInNeeded }
            try await refuse(anotherInviteOf: owner, tx, at: now)
            var generator = SystemRandomNumberGenerator()
            let invite = StoredInvite(
                code: InviteCode(using: &generator).text,
                owner: owner,
                kind: call.kind,
                usesMax: usesMax,
                madeAt: now,
                expiresAt: now + inviteRules.life
            )
            try tx.insert(invite)
            return invite.inviteReply
        }
    }

    /// Refuses one more invite of a user, whose account is locked, at a limit.
    private func refuse(
        anotherInviteOf owner: UserID,
        _ tx: Transaction,
        at now: Instant
    ) async throws {
        let limit = InviteRules.dailyMax
        let made = try await tx.inviteTimes(of: owner, after: now - .days(1), limit: limit)
        if made.count >= limit {
            throw Refusal(
                IdentityError.invitesADayExhausted,
                retryAfterSeconds: (made[limit - 1] + .days(1) - now).secondsToWait
            )
        }
        guard try await tx.openInviteCount(of: owner, at: now) < inviteRules.openMax else {
            throw IdentityError.invitesTooMany
        }
    }
}
