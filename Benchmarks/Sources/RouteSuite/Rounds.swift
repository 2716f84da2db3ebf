import Staging

/// Contests in which people have logged before, new ones for each round.
///
/// All are created before the first round: with new statistics in between, the database would plan
/// every statement again, which would cost more than the entries.
struct Rounds {
    private let entries: Int
    private var rounds: [[Loggers.Part]] = []

    /// - Parameters:
    ///   - loggers: The people.
    ///   - entries: The number of entries that each of them has.
    ///   - stage: The cluster and its measurements.
    /// - Throws: `StagingError` when the gateway or the database refuses.
    init(of loggers: Loggers, after entries: Int, on stage: Stage) async throws {
        self.entries = entries
        for _ in 0..<stage.rounds { rounds.append(try await loggers.begin()) }
        try await stage.cluster.deliverEvents(of: "challenges")
        try await log(for: rounds.flatMap { $0 }, in: stage.cluster)
    }

    /// One round of a few entries, each person's in a different contest.
    mutating func time(on stage: Stage) async throws -> Double {
        guard let parts = rounds.popLast() else {
            throw StagingError("there are no contests for another round")
        }
        let each = stage.count(8, orSmoke: 2)
        let time = try await stage.time(of: parts, each: each)
        let (person, contest) = (parts[0].person, parts[0].contest)
        let sum = try await person.ask("GET", "/v1/contests/\(contest)")["me"]["value"].number
        guard sum == Double((entries + each) * Loggers.Part.amount) else {
            throw StagingError("\(entries + each) entries came to \(sum)")
        }
        return time
    }

    /// Stores the first entries of people, as challengesd and scoringd would.
    private func log(for parts: [Loggers.Part], in cluster: StandingCluster) async throws {
        let sum = entries * Loggers.Part.amount
        let people = parts.map(\.person).sql
        let contests = "ARRAY[\(parts.map { "'\($0.contest)'" }.joined(separator: ", "))]::uuid[]"
        let part = "unnest(\(contests), \(people)) AS part(contest, person)"
        let isPart = "challenge = part.contest AND user_id = part.person"
        try await cluster.run(
            """
            INSERT INTO entries (id, challenge, user_id, amount, occurred_at, local_day, source,
                note, audience, state, created_at, version)
                SELECT md5(contest::text || number)::uuid, contest, person, \(Loggers.Part.amount),
                    at, (at AT TIME ZONE 'UTC')::date, 'manual', '', 'participants', 'counted',
                    at, 1
                FROM \(part), generate_series(1, \(entries)) AS number,
                    LATERAL (SELECT now() + number * interval '1 microsecond' AS at) AS logged;
            INSERT INTO entry_history (entry, number, what, by, amount, at)
                SELECT id, 1, 'logged', user_id, amount, created_at
                FROM entries JOIN \(part) ON \(isPart);
            UPDATE participants SET value = \(sum), score = \(sum), entries = \(entries),
                reached_at = now(), version = version + 1
                FROM \(part) WHERE \(isPart);
            VACUUM ANALYZE entries, entry_history, participants;

            """,
            in: "challenges"
        )
        try await cluster.run(
            """
            UPDATE contest_players SET value = \(sum), score = 1000000::bigint * \(sum),
                entries = \(entries), reached_at = now(), version = version + 1
                FROM \(part) WHERE \(isPart);
            VACUUM ANALYZE contest_players;

            """,
            in: "scoring"
        )
    }
}
