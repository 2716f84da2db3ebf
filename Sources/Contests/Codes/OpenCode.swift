import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Wire

extension Codes {
    func openCode(_ call: OpenCode, in context: CallContext) async throws -> Contest {
        let opener = try context.signedIn
        while true {
            let found = try await existing(call.code, for: opener, in: database)
            guard found.opening(at: now()) != nil else {
                // A lost reply is given again, whatever became of the code since.
                if let given = try await database.reply(to: call, in: context) { return given }
                throw ChallengesError.codeNotFound
            }
            let card = try await joining.missingCard(of: opener, in: context)
            do {
                return try await contests.once(
                    call,
                    in: context,
                    of: found.contest.id,
                    .shared,
                    locking: found.pairs(with: opener)
                ) { contest, tx in
                    guard contest.owner == found.contest.owner else { throw OwnerChanged() }
                    if let card { try tx.store([card]) }
                    return try await open(call, of: contest, for: opener, in: tx)
                }
            } catch is OwnerChanged {
                // The relation with the new owner decides, so their pair is locked too.
            }
        }
    }

    /// Lets a person in by a code of a contest that is held; the pairs are locked.
    private func open(
        _ call: OpenCode,
        of contest: ContestRecord,
        for opener: UserID,
        in tx: Transaction
    ) async throws -> Contest {
        // The part that decides is locked first: the next statement reads it.
        _ = try await tx.heldParticipant(opener, of: contest.id)
        let found = try await existing(call.code, for: opener, in: tx)
        let now = now()
        guard let opening = found.opening(at: now) else { throw ChallengesError.codeNotFound }
        if call.ifVersion != nil {
            // What they do not see has no version for them.
            let access = try await tx.access(of: contest, for: opener)
            guard access.seesHead else { throw ChallengesError.versionStale }
        }
        try await tx.refuse(call.ifVersion, of: contest, to: opener, at: now, under: rules)
        if opening == .invites {
            if !found.wasInvited {
                guard try await tx.useCode(call.code) else { throw ChallengesError.codeNotFound }
            }
            try await joining.invite(
                [opener],
                to: contest,
                by: found.code.madeBy,
                byCode: true,
                in: tx
            )
        }
        return try await tx.contestReply(contest, to: opener, at: now, under: rules)
    }
}

/// A contest has another owner than when its code was looked up; the call is begun again.
private struct OwnerChanged: Error {}
