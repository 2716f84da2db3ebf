import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import People
import Postgres
import RPC
import Wire

extension Disputes {
    func queryEntry(_ call: QueryEntry, in context: CallContext) async throws -> Entry {
        let asker = try context.signedIn
        let reason = try at("/reason") { () throws(ChallengesError) in try Reason(call.reason) }
        let place = try await place(of: call)
        return try await contests.once(call, in: context, of: place.contest, .shared) {
            contest,
            tx in
            let entry = try await held(call, to: .query, of: contest, for: asker, in: tx)
            let now = contests.now()
            var queried = entry
            queried.raise(EntryRecord.Query(by: asker, reason: reason.text, at: now))
            try tx.save(queried, over: entry.version)
            try tx.note(.queried, of: queried, by: asker, reason: reason.text, at: now)
            let people = try await concerned(by: queried, of: contest, in: tx)
            let shown = try await entries.entryReply(queried, of: contest, to: asker, in: tx)
            try tx.tell(
                people.filter { $0 != asker },
                .entryQueried,
                of: contest,
                about: Notice.Subject(entry.id),
                by: asker,
                at: now
            )
            return shown
        }
    }

    /// The recipients of the notice: the entry's owner, and the contest's owner if they may see the
    /// entry.
    private func concerned(
        by entry: EntryRecord,
        of contest: ContestRecord,
        in reader: some Reader
    ) async throws -> [UserID] {
        guard contest.owner != entry.user else { return [entry.user] }
        let relation = try await reader.relation(contest.owner, entry.user)
        return relation == .blocked ? [entry.user] : [entry.user, contest.owner]
    }
}

extension QueryEntry: DisputeCall {}
