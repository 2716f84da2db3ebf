import Staging

/// Public contests of strangers who have logged one entry each: copies of one created contest.
struct Shelf: Sendable {
    private let model: Loggers.Part
    private let strangers: Strangers
    private let cluster: StandingCluster

    /// - Parameters:
    ///   - strangers: The participants.
    ///   - cluster: The cluster.
    /// - Throws: `StagingError` when the gateway refuses.
    init(of strangers: Strangers, in cluster: StandingCluster) async throws {
        self.strangers = strangers
        self.cluster = cluster
        let (owner, rival) = (
            try await Person("Owner", at: cluster.url), try await Person("Rival", at: cluster.url)
        )
        try await cluster.deliverEvents(of: "identity")
        let contest = try await owner.compete(.contest("Across the sea"), with: rival)
        model = Loggers.Part(person: owner, contest: contest)
        try await model.log()
        try await cluster.deliverEvents(of: "challenges")
    }

    /// Adds contests.
    ///
    /// - Parameters:
    ///   - numbers: Their numbers, none of which was used before.
    ///   - word: A word in their names.
    ///   - players: The number of participants of each, including its owner.
    /// - Throws: `StagingError` when the database refuses.
    func add(_ numbers: Range<Int>, named word: String, players: Int) async throws {
        let isModel = "challenge = '\(model.contest)'"
        let isPart = "\(isModel) AND user_id = '\(model.person.id)'"
        let (id, owner) = (Self.id("nth"), player(of: "nth"))
        let name = "'\(word) across ' || nth"
        let folded = "array_to_tsvector(ARRAY['\(word.lowercased())', 'across', nth::text])"
        let made = "now() - nth * interval '1 second'"
        // One participant after another, contest by contest.
        let parts = numbers.lowerBound * players..<numbers.upperBound * players
        let contest = Self.id("nth / \(players)")
        let user = player("nth % \(players)", of: "nth / \(players)")
        let (entry, value) = ("md5('entry' || \(contest) || \(user))::uuid", "1 + nth % 1000")
        try await cluster.run(
            Copies.of(
                "challenges",
                where: "id = '\(model.contest)'",
                numbers: numbers,
                changing: ["id": id, "name": name, "author": owner, "created_at": made]
            )
                + Copies.of(
                    "contests",
                    where: isModel,
                    numbers: numbers,
                    changing: [
                        "challenge": id, "owner": owner, "created_at": made, "folded": folded,
                    ]
                )
                + Copies.of(
                    "contest_counts",
                    where: isModel,
                    numbers: numbers,
                    changing: ["challenge": id, "joined": "\(players)", "joins": "\(players)"]
                )
                + Copies.of(
                    "timers",
                    where: "timer = 'challenges.contest' AND subject = '\(model.contest)'",
                    numbers: numbers,
                    changing: ["subject": id]
                )
                + Copies.of(
                    "participants",
                    where: isPart,
                    numbers: parts,
                    changing: [
                        "challenge": contest, "user_id": user, "value": value, "score": value,
                    ]
                )
                + Copies.of(
                    "entries",
                    where: isPart,
                    numbers: parts,
                    changing: [
                        "id": entry, "challenge": contest, "user_id": user, "amount": value,
                    ]
                )
                + Copies.of(
                    "entry_history",
                    where: "entry = (SELECT id FROM entries WHERE \(isPart))",
                    numbers: parts,
                    changing: ["entry": entry, "by": user, "amount": value]
                )
                    + """
                    VACUUM ANALYZE challenges, contests, contest_counts, timers, participants, entries,
                        entry_history;

                    """,
            in: "challenges"
        )
        try await cluster.run(
            Copies.of(
                "contest_boards",
                where: isModel,
                numbers: numbers,
                changing: ["challenge": id, "name": name, "owner": owner]
            )
                + Copies.of(
                    "contest_players",
                    where: isPart,
                    numbers: parts,
                    changing: [
                        "challenge": contest, "user_id": user, "value": value,
                        "score": "1000000::bigint * (\(value))",
                    ]
                )
                + "VACUUM ANALYZE contest_boards, contest_players;\n",
            in: "scoring"
        )
    }

    /// The id of a contest from its number, in SQL.
    private static func id(_ number: String) -> String { "md5('contest' || (\(number)))::uuid" }

    /// The id of one of a contest's participants, in SQL. The first one owns the contest.
    private func player(_ place: String = "0", of contest: String) -> String {
        Strangers.id("(\(contest) * 31 + \(place)) % \(strangers.count)")
    }
}
