import Staging

extension Race {
    /// The number of players for whom the sum of the entries, the score stored by challengesd and
    /// the score ranked by scoringd are not equal.
    ///
    /// - Throws: `StagingError` when the database refuses, or when the contest has no participants.
    func differences() async throws -> Int {
        let recount = try await lines(
            """
            SELECT participants.user_id, sum(amount), (1000000 * sum(amount))::bigint,
                    count(entries.id)
                FROM participants LEFT JOIN entries ON entries.challenge = participants.challenge
                    AND entries.user_id = participants.user_id AND entries.state = 'counted'
                WHERE participants.challenge = '\(id)' GROUP BY participants.user_id;

            """,
            in: "challenges"
        )
        let stored = try await lines(
            """
            SELECT user_id, value, (1000000 * score)::bigint, entries FROM participants
                WHERE challenge = '\(id)';

            """,
            in: "challenges"
        )
        let ranked = try await lines(
            "SELECT user_id, value, score, entries FROM contest_players WHERE challenge = '\(id)';\n",
            in: "scoring"
        )
        guard !recount.isEmpty else { throw StagingError("nobody is in the contest") }
        return recount.symmetricDifference(stored).people
            .union(recount.symmetricDifference(ranked).people).count
    }

    private func lines(_ query: String, in service: String) async throws -> Set<Substring> {
        Set(try await cluster.run(query, in: service).split(separator: "\n"))
    }
}

extension Set<Substring> {
    /// The people of the rows.
    fileprivate var people: Set<Substring> { Set(map { $0.prefix { $0 != "|" } }) }
}
