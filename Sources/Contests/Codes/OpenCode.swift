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
                // A repetition gets the stored reply, even if the code can no longer be opened.
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
                // Begins again: the pair with the new owner must be locked.
            }
        }
    }

    /// Invites a user by a code of a locked contest; the pairs are locked too.
    private func open(
        _ call: OpenCode,
        of contest: ContestRecord,
        for opener: UserID,
        in tx: Transaction
    ) async throws -> Contest {
        // The participant row is locked first, because the next statement reads it.
        _ = try await tx.heldParticipant(opener, of: contest.id)
        let found = try await existing(call.code, for: opener, in: tx)
        let now = now()
        guard let opening = found.opening(at: now) else { throw ChallengesError.codeNotFound }
        if call.ifVersion != nil {
            // A contest that the caller does not see has no version for them.
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

/// The contest's owner changed after the code was looked up; the call begins again.
private struct OwnerChanged: Error {}
