import Staging

/// A contest in which some people log entries, among strangers who have logged one each.
struct Race: Sendable {
    let id: String
    /// The participants who log.
    let parts: [Loggers.Part]
    let cluster: StandingCluster

    /// Creates the contest.
    ///
    /// - Parameters:
    ///   - players: The number of participants.
    ///   - people: The participants who log, at least two.
    ///   - leaders: The number of strangers who stay ahead of all others.
    ///   - cluster: The cluster, which has enough strangers.
    /// - Throws: `StagingError` when the gateway or the database refuses.
    init(
        of players: Int,
        with people: [Person],
        behind leaders: Int = 0,
        in cluster: StandingCluster
    ) async throws {
        let contest = try await people[0].compete(.contest("Who rows most"), with: people[1])
        try await Callers.run(Array(people[2...]), times: 1) { person, _ in
            try await person.send("POST", "/v1/contests/\(contest)/join")
        }
        id = contest
        parts = people.map { Loggers.Part(person: $0, contest: contest) }
        self.cluster = cluster
        // The part that is copied.
        try await parts[1].log()
        try await cluster.deliverEvents(of: "challenges")
        try await settle(0..<players - people.count, behind: leaders)
    }

    /// Adds strangers as participants. If there are more than a thousand, they are moved to a
    /// board, which takes a while.
    private func settle(_ strangers: Range<Int>, behind leaders: Int) async throws {
        let isModel = "challenge = '\(id)' AND user_id = '\(parts[1].person.id)'"
        let value = "CASE WHEN nth < \(leaders) THEN 900000 - nth ELSE 1 + nth % 1000 END"
        let user = Strangers.id("nth")
        let entry = "md5('\(id)' || nth)::uuid"
        try await cluster.run(
            Copies.of(
                "participants",
                where: isModel,
                numbers: strangers,
                changing: ["user_id": user, "value": value, "score": value]
            )
                + Copies.of(
                    "entries",
                    where: isModel,
                    numbers: strangers,
                    changing: ["id": entry, "user_id": user, "amount": value]
                )
                + Copies.of(
                    "entry_history",
                    where: "entry = (SELECT id FROM entries WHERE \(isModel))",
                    numbers: strangers,
                    changing: ["entry": entry, "by": user, "amount": value]
                )
                    + """
                    UPDATE contest_counts SET joined = joined + \(strangers.count),
                        joins = joins + \(strangers.count) WHERE challenge = '\(id)';
                    VACUUM ANALYZE participants, entries, entry_history, contest_counts;

                    """,
            in: "challenges"
        )
        try await cluster.run(
            Copies.of(
                "contest_players",
                where: isModel,
                numbers: strangers,
                changing: [
                    "user_id": user, "value": value, "score": "1000000::bigint * (\(value))",
                ]
            )
                + "ANALYZE contest_players;\n",
            in: "scoring"
        )
        try await cluster.wait(
            until: "NOT EXISTS (SELECT FROM board_moves)",
            in: "scoring",
            orSay: "the players were not moved to a board"
        )
        try await cluster.run("VACUUM ANALYZE contest_players, contest_boards;\n", in: "scoring")
    }
}
