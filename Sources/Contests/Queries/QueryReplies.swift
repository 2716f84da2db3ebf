import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import Wire

// Puts together what several tables hold of queries.
extension Reader {
    /// The queries about entries as a person sees them, with the votes that count by now
    /// (2.3-dispute); without the reasons of those for whom a placeholder stands. An entry that
    /// nobody ever queried is left out.
    func queries(
        of entries: [EntryRecord],
        seenBy viewer: UserID
    ) async throws -> [EntryID: Entry.Query] {
        let queried = entries.filter { $0.query != nil }
        guard !queried.isEmpty else { return [:] }
        let ids = queried.map(\.id)
        async let people = self.peopleShown(queried.compactMap(\.query?.by), to: viewer)
        async let votes = self.votes(on: ids)
        async let own = self.votes(of: viewer, on: ids)
        let known = try await (people, votes, own)
        return try queried.reduce(into: [:]) { queries, entry in
            guard let query = entry.query else { return }
            let votes = known.1[entry.id] ?? Votes()
            let asker = try known.0.named(query.by)
            queries[entry.id] = Entry.Query(
                by: asker,
                reason: asker.placeholder == nil ? query.reason : "",
                at: query.at,
                remove: votes.remove,
                keep: votes.keep,
                myVote: known.2[entry.id],
                isRemoved: entry.judged.map { $0 == .removed }
            )
        }
    }
}
