import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import RPC
import Values
import Wire

extension Codes {
    func makeCode(_ call: MakeCode, in context: CallContext) async throws -> ContestCode {
        let maker = try context.signedIn
        return try await contests.once(call, in: context, of: call.contest, .shared) {
            contest,
            tx in
            try await refuse(inviting: contest, by: maker, in: tx)
            let now = now()
            let conditions = try CodeTerms(call, at: now, under: rules)
            // The lock is sent first: the next statement counts what it protects.
            try tx.lockCodes(of: maker)
            guard try await tx.openCodeCount(of: maker, at: now) < rules.codesOpen else {
                throw ChallengesError.codesTooMany
            }
            var generator = SystemRandomNumberGenerator()
            let code = CodeRecord(
                code: ContestCode.format.random(using: &generator),
                challenge: contest.id,
                madeBy: maker,
                madeAt: now,
                usesMax: conditions.usesMax,
                expiresAt: conditions.expiresAt
            )
            try tx.insert(code)
            return try await codeReplies([code], to: maker, in: tx)[0]
        }
    }

    /// Refuses a user who may not invite others to the contest.
    private func refuse(
        inviting contest: ContestRecord,
        by user: UserID,
        in tx: Transaction
    ) async throws {
        let access = try await tx.access(of: contest, for: user)
        guard access.seesHead else { throw ChallengesError.contestNotFound }
        guard access.mayInvite else { throw ChallengesError.mayNotInvite }
        if let refusal = contest.refusesPeople(at: now()) { throw refusal }
    }
}
