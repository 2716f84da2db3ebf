import Measuring
import Staging

extension Stage {
    /// Measures an entry in a contest of two participants, one of whom logs.
    func measureEntries() async throws {
        let rival = try await Person("Rival", at: cluster.url)
        let people = try await people(count(64, orSmoke: 2), named: "Asker")
        let loggers = try await Loggers(count(64, orSmoke: 2), beside: rival, in: cluster)
        let times = count(16, orSmoke: 2)
        try await compareTime(
            of: "entry of a contest, with its event",
            target: Targets.entry,
            by: people,
            ours: { try await loggers.time(each: times, writes) }
        )
        for (work, isDelivered) in [
            ("entry of a contest answered", false), ("entry of a contest, with its event", true),
        ] where isDelivered || !isSmoke {
            try await compareRate(
                of: work,
                by: people,
                ours: { try await rate(of: loggers.begin(), untilDelivered: isDelivered) }
            )
        }
        var many = try await Rounds(of: loggers, after: count(1_000, orSmoke: 20), on: self)
        var few = try await Rounds(of: loggers, after: count(10, orSmoke: 2), on: self)
        try await report.compareTime(
            "entry by someone with 1,000",
            with: "with 10",
            target: .atMost(Targets.entryAfterMany),
            ours: { try await many.time(on: self) },
            theirs: { try await few.time(on: self) }
        )
    }

    /// Measures an entry until it is on the board.
    func measureBoards() async throws {
        let people = try await people(7, named: "Rower")
        // No player comes near the podium, which a few players would change more often than many.
        let many = try await Race(
            of: count(10_000, orSmoke: 50),
            with: people,
            behind: 3,
            in: cluster
        )
        let few = try await Race(of: 10, with: people, behind: 3, in: cluster)
        try await report.compareTime(
            "entry until the board has it, contest of 10,000",
            with: "of 10",
            target: .atMost(Targets.entryAmongMany),
            ours: { try await time(of: many.parts, each: count(64, orSmoke: 2)) },
            theirs: { try await time(of: few.parts, each: count(64, orSmoke: 2)) }
        )
    }

    func time(of parts: [Loggers.Part], each count: Int) async throws -> Double {
        try await writes.time(of: parts, each: count) { part, _ in try await part.log() }
    }

    /// Entries per second of 64 connections, each with its own person and contest.
    private func rate(
        of parts: [Loggers.Part],
        untilDelivered isDelivered: Bool
    ) async throws -> Double {
        try await cluster.deliverEvents(of: "challenges")
        let (answers, seconds) = try await wrk.writes(
            of: Self.entries,
            [Loggers.Part.body()] + parts.map { "\($0.person.accessToken) \($0.path)" },
            to: cluster.url,
            for: report.plan.turn
        )
        let delivering = try await ContinuousClock().measure {
            try await cluster.deliverEvents(of: "challenges")
        }
        return answers / (seconds + (isDelivered ? delivering / .seconds(1) : 0))
    }

    private static let entries = """
        local requests, last = {}, 0
        function init(arguments)
            for index = 2, #arguments do
                local token, path = string.match(arguments[index], "(%S+) (%S+)")
                local headers = { Authorization = "Bearer " .. token }
                headers["Content-Type"] = "application/json"
                requests[index - 1] = wrk.format("POST", path, headers, arguments[1])
            end
        end
        function request()
            last = last % #requests + 1
            return requests[last]
        end

        """
}
