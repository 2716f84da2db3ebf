import ChallengesAPI
import ChallengesCore
import Postgres
import RPC
import Wire

extension Disputes {
    func withdrawVote(_ call: WithdrawVote, in context: CallContext) async throws -> Entry? {
        let asker = try context.signedIn
        let place = try await place(of: call)
        return try await contests.once(call, in: context, of: place.contest, .shared) {
            contest,
            tx in
            let asking = try await tx.participant(asker, of: contest.id)
            guard let entry = try await tx.heldEntry(call.entry) else {
                throw ChallengesError.entryNotFound
            }
            let hasVoted = try await tx.votes(of: asker, on: [entry.id])[entry.id] != nil
            let dispute = DisputeAccess(
                of: asker,
                isJoined: asking?.state == .joined,
                in: entry,
                of: contest,
                at: contests.now(),
                under: contests.rules
            )
            let isStale = call.ifVersion.map { $0 != entry.version } ?? false
            let refusal = dispute.refusalOfWithdrawal(hasVoted: hasVoted)
            guard try await entries.sees(entry, of: contest, asker, in: tx) else {
                guard hasVoted, refusal == nil else { throw ChallengesError.entryNotFound }
                guard !isStale else { throw ChallengesError.versionStale }
                try tx.removeVote(on: entry.id, by: asker)
                return nil
            }
            if let refusal = isStale ? ChallengesError.versionStale : refusal {
                let current = try await entries.entryReply(entry, of: contest, to: asker, in: tx)
                throw try Refusal(refusal, current: current)
            }
            try tx.removeVote(on: entry.id, by: asker)
            return try await entries.entryReply(entry, of: contest, to: asker, in: tx)
        }
    }
}

extension WithdrawVote: DisputeCall {}
