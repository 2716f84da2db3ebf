import Identifiers
import Postgres
import Values

// The `entry_votes` table. No other file names it.
extension Transaction {
    /// Stores a user's vote on an entry, replacing an earlier one. Sent with the next statement.
    func vote(on entry: EntryID, removes: Bool, by user: UserID, at now: Instant) throws {
        try enqueue(
            """
            INSERT INTO entry_votes (entry, user_id, removes, voted_at)
            VALUES (\(entry), \(user), \(removes), \(now))
            ON CONFLICT ON CONSTRAINT entry_votes_pkey
            DO UPDATE SET removes = excluded.removes, voted_at = excluded.voted_at
            WHERE entry_votes.removes <> excluded.removes
            """
        )
    }

    /// Removes a user's vote on an entry, if there is one. Sent with the next statement.
    func removeVote(on entry: EntryID, by user: UserID) throws {
        try enqueue("DELETE FROM entry_votes WHERE entry = \(entry) AND user_id = \(user)")
    }

    /// Removes all votes on entries. Sent with the next statement.
    func removeVotes(on entries: [EntryID]) throws {
        try enqueue("DELETE FROM entry_votes WHERE entry = ANY(\(entries))")
    }
}

extension Reader {
    /// The votes on entries that count: by current participants who are not in a blocked pair with
    /// the entry's owner. Entries without such votes are left out.
    func votes(on entries: [EntryID]) async throws -> [EntryID: Votes] {
        guard !entries.isEmpty else { return [:] }
        let rows = try await all(
            """
            SELECT entry_votes.entry, count(*) FILTER (WHERE entry_votes.removes),
                count(*) FILTER (WHERE NOT entry_votes.removes)
            FROM entry_votes
            JOIN entries ON entries.id = entry_votes.entry
            JOIN participants ON participants.challenge = entries.challenge
                AND participants.user_id = entry_votes.user_id
                AND participants.state = 'joined'
            LEFT JOIN relations ON relations.one = least(entry_votes.user_id, entries.user_id)
                AND relations.other = greatest(entry_votes.user_id, entries.user_id)
            WHERE entry_votes.entry = ANY(\(entries))
                AND relations.relation IS DISTINCT FROM 'blocked'
            GROUP BY entry_votes.entry
            """
        ) { row in
            try (
                entry: row.next(EntryID.self),
                votes: Votes(remove: row.next(), keep: row.next())
            )
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.entry, $0.votes) })
    }

    /// A user's votes on entries: whether to remove each. Entries without a vote are left out.
    func votes(of user: UserID, on entries: [EntryID]) async throws -> [EntryID: Bool] {
        guard !entries.isEmpty else { return [:] }
        let rows = try await all(
            """
            SELECT entry, removes FROM entry_votes
            WHERE user_id = \(user) AND entry = ANY(\(entries))
            """,
            entries.count <= 200 ? .point : .leased
        ) { row in
            try (entry: row.next(EntryID.self), removes: row.next(Bool.self))
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.entry, $0.removes) })
    }
}
