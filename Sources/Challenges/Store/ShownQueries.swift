import ChallengesAPI
import Identifiers
import Postgres

// Puts together what several tables hold of doubts.
extension Reader {
    /// The doubts about entries as a person sees them, with the votes that count by now
    /// (2.3-dispute). An entry that nobody ever doubted is left out.
    func queries(
        of entries: [EntryRecord],
        seenBy viewer: UserID
    ) async throws -> [EntryID: Entry.Query] {
        let doubted = entries.filter { $0.query != nil }
        guard !doubted.isEmpty else { return [:] }
        let ids = doubted.map(\.id)
        async let people = self.peopleShown(doubted.compactMap(\.query?.by), to: viewer)
        async let votes = self.votes(on: ids)
        async let own = self.votes(of: viewer, on: ids)
        let known = try await (people, votes, own)
        return try doubted.reduce(into: [:]) { queries, entry in
            guard let query = entry.query else { return }
            let votes = known.1[entry.id] ?? Votes()
            queries[entry.id] = Entry.Query(
                by: try known.0.named(query.by),
                reason: query.reason,
                at: query.at,
                remove: votes.remove,
                keep: votes.keep,
                myVote: known.2[entry.id],
                isRemoved: entry.judged.map { $0 == .removed }
            )
        }
    }
}
