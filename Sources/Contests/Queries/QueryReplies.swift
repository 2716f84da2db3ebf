import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import Wire

// Queries, read from several tables.
extension Reader {
    /// The queries of entries as a viewer sees them, with the votes that count now (2.3-dispute).
    /// Reasons by users who are shown as placeholders are left out, and so are entries that have no
    /// query.
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
