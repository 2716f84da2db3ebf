import ChallengesAPI
import ChallengesCore
import Postgres
import RPC

extension Disputes {
    func voteOnEntry(_ call: VoteOnEntry, in context: CallContext) async throws -> Entry {
        let asker = try context.signedIn
        let place = try await place(of: call)
        return try await contests.once(call, in: context, of: place.contest, .shared) {
            contest,
            tx in
            let entry = try await held(call, to: .vote, of: contest, for: asker, in: tx)
            try tx.vote(on: entry.id, removes: call.removes, by: asker, at: contests.now())
            return try await entries.entryReply(entry, of: contest, to: asker, in: tx)
        }
    }
}

extension VoteOnEntry: DisputeCall {}
