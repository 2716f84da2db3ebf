import TestBasics
import TestKit
import Testing
import Values

/// How long people are at something, timed by their phones.
struct TimingJourneyTests {
    /// Ana meditates by a countdown, which her phone starts, her tablet pauses, and both finish
    /// (CH-12, CH-25). What she forgets ends by itself, and counts once she confirms it.
    @Test func `what is under way is timed on two devices, and logged once`() async throws {
        let morning = try #require(Instant(rfc3339: "2026-03-02T08:00:00Z"))
        try await play(at: morning) { nobody, cluster in
            let phone = try await nobody.registered("Ana")
            let made = try await phone.succeed(
                "POST /v1/goals",
                json: #"{"name":"Meditate","unit":"minutes","target":10,"recurrence":"daily"}"#
            )
            let goal = try #require(made["id"]?.text)
            let started = try await phone.time("goal", goal)
            let timing = try #require(started["id"]?.text)
            #expect(started["mode"] == "countdown")
            #expect(started["targetSeconds"] == 600)
            let twice = try await phone.ask(
                "POST /v1/timings",
                json: #"{"of":"goal","subject":"\#(goal)"}"#
            )
            #expect(twice.status == 409)
            #expect(twice.code == "challenges.timing_live")
            #expect(twice["current"]["id"]?.text == timing)

            let tablet = try await phone.signedInAgain(nobody)
            cluster.clock.advance(by: .minutes(4))
            let live = try await tablet.succeed("GET /v1/timings?list=live")["items"].items
            #expect(live.map { $0["id"]?.text } == [timing])
            let paused = try await tablet.end(timing, "pause", 240_000)
            #expect(paused["state"] == "paused")
            cluster.clock.advance(by: .minutes(1))
            #expect(try await phone.end(timing, "resume")["state"] == "running")
            cluster.clock.advance(by: .minutes(7))
            let finished = try await phone.end(timing, "finish", 660_000)
            #expect(finished["state"] == "finished")
            #expect(finished["isMet"] == .bool(true))
            #expect(finished["isSuspect"] == .bool(false))
            #expect(finished["result"]["kind"] == "goalEntry")
            let again = try await tablet.end(timing, "finish", 670_000)
            #expect(again["elapsedMilliseconds"] == 660_000)
            let entries = try await phone.succeed("GET /v1/goals/\(goal)/entries")["items"].items
            #expect(entries.map { $0["amount"]?.number } == [11])
            #expect(entries.map { $0["source"] } == ["timing"])
            let met = try await phone.succeed("GET /v1/goals/\(goal)")
            #expect(met["period"]["state"] == "met")

            let second = try #require(try await phone.time("goal", goal)["id"]?.text)
            cluster.clock.advance(by: .hours(30))
            try await cluster.fireDue()
            let later = try await phone.signedInAgain(nobody)
            let forgotten = try await later.succeed("GET /v1/timings/\(second)")
            #expect(forgotten["isUnattended"] == .bool(true))
            #expect(forgotten["result"] == nil)
            #expect(forgotten["actions"].items == ["discard", "confirm"])
            let late = try await later.ask(
                "POST /v1/timings/\(second)/finish",
                json: #"{"elapsedMilliseconds":1200000}"#
            )
            #expect(late.status == 409)
            #expect(late["current"]["id"]?.text == second)
            let confirmed = try await later.end(second, "confirm", 1_200_000)
            #expect(confirmed["result"]["kind"] == "goalEntry")
            let all = try await later.succeed("GET /v1/goals/\(goal)/entries")["items"].items
            #expect(all.map { $0["amount"]?.number } == [20, 11])
        }
    }

    /// Bo times a workout that Ana sent him: its time is its result (SF-10).
    @Test func `a workout is timed, and has the time that it took`() async throws {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let bo = try await nobody.registered("Bo_Berg")
            try await ana.befriend(bo)
            let sent = try await ana.succeed(
                "POST /v1/challenges",
                json: """
                    {"kind":"workout","name":"Run for 25 minutes","recipients":["\(bo.id)"],\
                    "proof":"none","deadline":"\(cluster.clock.now + .hours(2))"}
                    """
            )
            let workout = try #require(sent["assignments"][0]["id"]?.text)
            let json = #"{"of":"assignment","subject":"\#(workout)"}"#
            let early = try await bo.ask("POST /v1/timings", json: json)
            #expect(early.status == 409)
            #expect(early.code == "challenges.not_started")
            #expect(try await ana.ask("POST /v1/timings", json: json).status == 404)
            try await bo.succeed("POST /v1/assignments/\(workout)/start")
            let started = try await bo.time("assignment", workout)
            let timing = try #require(started["id"]?.text)
            #expect(started["mode"] == "stopwatch")
            #expect(try await ana.ask("GET /v1/timings/\(timing)").status == 404)
            cluster.clock.advance(by: .seconds(10))
            let finished = try await bo.end(timing, "finish", 1_432_900)
            #expect(finished["isSuspect"] == .bool(true))
            #expect(finished["result"]["kind"] == "assignment")
            let done = try await ana.succeed("GET /v1/assignments/\(workout)")
            #expect(done["state"] == "completed")
            #expect(done["seconds"] == 1432)
            try await cluster.settle()
            #expect(try await bo.succeed("GET /v1/me")["points"]?.number == 100)
        }
    }

    /// What is wrong is refused at its field, and nothing of it is stored.
    @Test func `a timing that cannot be is refused at its field`() async throws {
        try await play { nobody, cluster in
            let ana = try await nobody.registered("Ana")
            let made = try await ana.succeed("POST /v1/goals", json: #"{"name":"Meditate"}"#)
            let goal = try #require(made["id"]?.text)
            let now = cluster.clock.now
            for (field, value, code) in [
                ("mode", #""clock""#, "gateway.body_invalid"),
                ("mode", #""none""#, "gateway.body_invalid"),
                ("of", #""definition""#, "gateway.body_invalid"),
                (
                    "startedAt", "\"\(now - .hours(24) - .seconds(1))\"",
                    "challenges.started_invalid"
                ),
                (
                    "startedAt", "\"\(now + .minutes(5) + .seconds(1))\"",
                    "challenges.started_invalid"
                ),
                ("targetSeconds", "0", "challenges.target_seconds_invalid"),
            ] {
                let of = field == "of" ? "" : #""of":"goal","#
                let refused = try await ana.ask(
                    "POST /v1/timings",
                    json: #"{\#(of)"subject":"\#(goal)","\#(field)":\#(value)}"#
                )
                #expect(refused.status == 400, "\(refused.text)")
                #expect(refused.code == code, "\(refused.text)")
                #expect(refused["errors"].items.map { $0["pointer"]?.text } == ["/\(field)"])
            }
            let timing = try #require(try await ana.time("goal", goal)["id"]?.text)
            for value in ["-1", "86400001", "1.5", #""60000""#, "true", "null"] {
                for word in ["pause", "finish"] {
                    let refused = try await ana.ask(
                        "POST /v1/timings/\(timing)/\(word)",
                        json: #"{"elapsedMilliseconds":\#(value)}"#
                    )
                    #expect(refused.status == 400, "\(word) \(value): \(refused.text)")
                    #expect(
                        refused["errors"].items.map { $0["pointer"]?.text } == [
                            "/elapsedMilliseconds"
                        ]
                    )
                }
            }
            let live = try await ana.succeed("GET /v1/timings/\(timing)")
            #expect(live["state"] == "running")
            #expect(live["version"] == 1)
        }
    }
}

extension Phone {
    /// Starts to time something.
    fileprivate func time(_ of: String, _ subject: String) async throws -> Answer {
        let json = #"{"of":"\#(of)","subject":"\#(subject)"}"#
        return try await succeed("POST /v1/timings", json: json)
    }

    /// Moves a timing, and tells how long it ran.
    fileprivate func end(
        _ timing: String,
        _ word: String,
        _ milliseconds: Int? = nil
    ) async throws -> Answer {
        let json = milliseconds.map { #"{"elapsedMilliseconds":\#($0)}"# } ?? "{}"
        return try await succeed("POST /v1/timings/\(timing)/\(word)", json: json)
    }
}
