import TestBasics
import TestKit
import Testing
import Values

/// Goals that people set for themselves, played by phones.
struct GoalJourneyTests {
    /// A day of "Walk 10K steps", from the preset (CH-02, CH-16). Totals of its devices (CH-15,
    /// FR-21) are read at once (CH-14, CH-22); the goal that is reached leaves the active list
    /// (CH-18) and stays in the history (CH-19), where it has a description (CH-21) and pictures
    /// (CH-20).
    @Test func `a goal of steps is reached by a phone's totals, and stays reached`() async throws {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let presets = try await ana.succeed("GET /v1/definitions?of=preset&q=steps")["items"]
            let preset = try #require(presets[0]["id"]?.text)
            let made = try await ana.succeed(
                "POST /v1/goals",
                json: #"{"definition":"\#(preset)"}"#
            )
            let goal = try #require(made["id"]?.text)
            #expect(made["state"] == "active")
            #expect(made["target"] == 10_000)
            #expect(made["metric"] == "steps")
            try await ana.walk(4_000, "watch", cluster)
            // However often the total is told.
            for _ in 0..<10 { try await ana.walk(6_500, "phone", cluster) }
            let today = try await ana.succeed("GET /v1/goals/today")["items"].items
            #expect(today.map { $0["goalID"]?.text } == [goal])
            #expect(today.first["value"] == 6_500)
            #expect(today.first["target"] == 10_000)
            #expect(today.first["left"] == 3_500)
            #expect(today.first["progress"] == 65)
            #expect(try await ana.goals("active") == [goal])

            try await ana.walk(10_000, "phone", cluster)
            #expect(try await ana.goals("active") == [])
            #expect(try await ana.goals("history") == [goal])
            #expect(try await ana.succeed("GET /v1/goals/today")["items"].items.isEmpty)
            try await ana.describe(goal)
            let reached = try await ana.succeed("GET /v1/goals/\(goal)")
            #expect(reached["state"] == "completed")
            #expect(reached["value"] == 10_000)
            #expect(reached["isFlagged"] == .bool(false))
            #expect(reached["metAt"]?.text == "\(cluster.clock.now)")

            try await ana.walk(9_000, "phone", cluster)
            let flagged = try await ana.succeed("GET /v1/goals/\(goal)")
            #expect(flagged["state"] == "completed")
            #expect(flagged["isFlagged"] == .bool(true))
            #expect(flagged["value"] == 9_000)
            #expect(flagged["metAt"] == reached["metAt"])
            #expect(flagged["description"] == "Along the river.")
            #expect(flagged["photos"].items.count == 2)
            let history = try await ana.succeed("GET /v1/goals?list=history")["items"].items
            #expect(history.map { $0["state"] } == ["completed"])
        }
    }

    /// A target is a number above zero (CH-17).
    @Test(arguments: ["\"abc\"", "\"100\"", "0", "-5", "true", "[100]", "{}"])
    func `a target that is not a number is refused`(target: String) async throws {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let fields = #""name":"Drink water","unit":"glasses""#
            let refused = try await ana.ask(
                "POST /v1/goals",
                json: "{\(fields),\"target\":\(target)}"
            )
            #expect(refused.status == 400, "\(refused.text)")
            #expect(refused.code == "challenges.goal_not_a_number", "\(refused.text)")
            #expect(refused["errors"].items.map { $0["pointer"]?.text } == ["/target"])
            let made = try await ana.succeed("POST /v1/goals", json: "{\(fields),\"target\":8}")
            let goal = try #require(made["id"]?.text)
            let kept = try await ana.ask("PATCH /v1/goals/\(goal)", json: "{\"target\":\(target)}")
            #expect(kept.status == 400, "\(kept.text)")
            #expect(kept.code == "challenges.goal_not_a_number", "\(kept.text)")
            #expect(kept["errors"].items.map { $0["pointer"]?.text } == ["/target"])
        }
    }

    /// Goals of any kind (CH-01, CH-26, CH-27), of one's own texts (CH-03), with pictures that are
    /// taken on the way (CH-05) and belong to them (CH-08, CH-30); the same on every device
    /// (CH-25).
    @Test func `a daily goal is logged for or marked, and each day is met or missed`() async throws
    {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let glass = try await ana.upload()
            let water = try await ana.goal(
                #""name":"Drink water","unit":"glasses","target":2,"mediaIDs":["\#(glass)"]"#
            )
            let mind = try await ana.goal(#""name":"Meditate""#)
            let picture = try await ana.upload()
            let entry = try await ana.succeed(
                "POST /v1/goals/\(water)/entries",
                json: #"{"amount":1.5,"mediaIDs":["\#(picture)"]}"#
            )
            #expect(entry["photos"].items.map { $0["id"]?.text } == [picture])
            let tablet = try await ana.signedInAgain(nobody)
            let half = try await tablet.succeed("GET /v1/goals/\(water)")
            #expect(half["value"] == .number(1.5))
            #expect(half["progress"] == 75)
            #expect(half["photos"].items.map { $0["id"]?.text } == [glass])
            let id = try #require(entry["id"]?.text)
            try await tablet.succeed(
                "PATCH /v1/goals/\(water)/entries/\(id)",
                json: #"{"amount":2}"#
            )
            #expect(try await ana.periods(of: water) == ["met"])
            for (json, state) in [("{}", "met"), (#"{"isDone":false}"#, "open")] {
                try await ana.succeed("POST /v1/goals/\(mind)/complete", json: json)
                #expect(try await ana.periods(of: mind) == [state])
            }
            #expect(Set(try await ana.goals("active")) == [water, mind])

            cluster.clock.advance(by: .days(1))
            try await cluster.fireDue()
            let later = try await ana.signedInAgain(nobody)
            #expect(try await later.periods(of: water) == ["open", "met"])
            #expect(try await later.periods(of: mind) == ["open", "missed"])
            // The day that was missed is marked afterwards.
            let yesterday = String("\(cluster.clock.now - .days(1))".prefix(10))
            try await later.succeed(
                "POST /v1/goals/\(mind)/complete",
                json: #"{"day":"\#(yesterday)"}"#
            )
            #expect(try await later.periods(of: mind) == ["open", "met"])
            let wrong = try await later.ask(
                "POST /v1/goals/\(mind)/complete",
                json: #"{"day":"yesterday"}"#
            )
            #expect(wrong.status == 400)
            #expect(wrong["errors"][0]["pointer"] == "/day")
        }
    }
}

extension Phone {
    /// Tells the total of the day, ten seconds after the last one.
    fileprivate func walk(_ steps: Int, _ source: String, _ cluster: SmallCluster) async throws {
        cluster.clock.advance(by: .seconds(10))
        let now = "\(cluster.clock.now)"
        try await succeed(
            "PUT /v1/health/steps/\(now.prefix(10))",
            json: #"{"amount":\#(steps),"source":"\#(source)","observedAt":"\#(now)"}"#
        )
    }

    /// Adds a description and two pictures to a goal that is over.
    fileprivate func describe(_ goal: String) async throws {
        try await succeed(
            "PATCH /v1/goals/\(goal)",
            json: #"{"description":"Along the river."}"#
        )
        for _ in 0..<2 {
            let picture = try await upload()
            try await succeed(
                "POST /v1/goals/\(goal)/photos",
                json: #"{"mediaIDs":["\#(picture)"]}"#
            )
        }
    }

    /// Makes a daily goal, and returns its id.
    fileprivate func goal(_ fields: String) async throws -> String {
        let made = try await succeed("POST /v1/goals", json: #"{"recurrence":"daily",\#(fields)}"#)
        return try #require(made["id"]?.text)
    }

    /// The ids of the user's goals.
    fileprivate func goals(_ list: String) async throws -> [String?] {
        try await succeed("GET /v1/goals?list=\(list)")["items"].items.map { $0["id"]?.text }
    }

    /// The states of a goal's periods, the newest first.
    fileprivate func periods(of goal: String) async throws -> [String?] {
        try await succeed("GET /v1/goals/\(goal)/periods")["items"].items
            .map { $0["state"]?.text }
    }
}
