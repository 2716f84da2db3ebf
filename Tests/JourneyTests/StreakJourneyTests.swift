import TestBasics
import TestKit
import Testing
import Values

/// Streaks, played by phones.
struct StreakJourneyTests {
    /// A user who drinks each day is told how long they have kept it up (GC-10).
    @Test func `days in a row make a streak, which rest does not break`() async throws {
        // A Thursday.
        let morning = try #require(Instant(rfc3339: "2026-06-04T06:00:00Z"))
        try await play(at: morning) { nobody, cluster in
            var ana = try await nobody.registered("Ana")
            let made = try await ana.succeed(
                "POST /v1/goals",
                json: """
                    {"name":"Drink water","unit":"glasses","target":1,"recurrence":"daily",\
                    "restWeekdays":[7]}
                    """
            )
            let goal = try #require(made["id"]?.text)
            let planned = try await ana.succeed(
                "PATCH /v1/me/streaks",
                json: #"{"restWeekdays":[7]}"#
            )
            #expect(planned["version"] == 2)
            // Thursday, Friday and Saturday; not on Sunday; and Monday.
            for day in 0..<5 {
                if day != 3 {
                    try await ana.succeed(
                        "POST /v1/goals/\(goal)/entries",
                        json: #"{"amount":1}"#
                    )
                }
                try await cluster.settle()
                let streaks = try await ana.streaks()
                let length = day < 3 ? day + 1 : day
                #expect(streaks == ["overall \(length)", "\(goal) \(length)"])
                cluster.clock.advance(by: .hours(24))
                try await cluster.fireDue()
                try await cluster.settle()
                ana = try await ana.signedInAgain(nobody)
            }
            // It is Tuesday, and Wednesday breaks the streak if Tuesday passes.
            #expect(try await ana.streaks() == ["overall 4", "\(goal) 4"])
            cluster.clock.advance(by: .hours(24))
            try await cluster.fireDue()
            try await cluster.settle()
            ana = try await ana.signedInAgain(nobody)
            #expect(try await ana.streaks() == ["overall 0", "\(goal) 0"])
            let best = try await ana.succeed("GET /v1/me/streaks")["items"].items
            #expect(best.map { $0["best"] } == [4, 4])
            try await ana.succeed("DELETE /v1/goals/\(goal)")
            try await cluster.settle()
            #expect(try await ana.streaks() == ["overall 0"])
        }
    }

    /// Five weeks, counted by hand: two missed days with two freezes, rest on Sundays, a late mark,
    /// and a pause of ten days (GC-10).
    @Test func `weeks with freezes, rest, a pause and a late mark are counted as by hand`()
        async throws
    {
        // Day 0, a Monday.
        let morning = try #require(Instant(rfc3339: "2026-06-01T06:00:00Z"))
        try await play(at: morning) { nobody, cluster in
            var ana = try await nobody.registered("Ana")
            let made = try await ana.succeed(
                "POST /v1/goals",
                json: #"{"name":"Meditate","recurrence":"daily","restWeekdays":[7]}"#
            )
            let goal = try #require(made["id"]?.text)
            try await ana.succeed("PATCH /v1/me/streaks", json: #"{"restWeekdays":[7]}"#)
            // Sundays are 6, 13, 20; 17 and 18 are missed.
            let done = Set(Array(0...5) + Array(7...12) + Array(14...16) + [19] + Array(31...33))
            for day in 0...33 {
                if done.contains(day) { try await ana.succeed("POST /v1/goals/\(goal)/complete") }
                if day == 19 {
                    try await cluster.settle()
                    // The 7th day, 7, and the 14th, 15, earned the freezes of 17 and 18.
                    #expect(try await ana.streaks() == ["overall 16", "\(goal) 16"])
                    #expect(try await ana.frozen() == [["2026-06-18", "2026-06-19"]])
                    try await ana.succeed(
                        "POST /v1/goals/\(goal)/complete",
                        json: #"{"day":"2026-06-19"}"#
                    )
                    try await cluster.settle()
                    #expect(try await ana.streaks() == ["overall 17", "\(goal) 17"])
                    #expect(try await ana.frozen() == [["2026-06-18"]])
                }
                if day == 21 || day == 31 {
                    let move = day == 21 ? "pause" : "resume"
                    try await ana.succeed("POST /v1/goals/\(goal)/\(move)")
                    let json = #"{"isPaused":\#(day == 21)}"#
                    try await ana.succeed("PATCH /v1/me/streaks", json: json)
                }
                guard day < 33 else { break }
                cluster.clock.advance(by: .hours(24))
                try await cluster.fireDue()
                ana = try await ana.signedInAgain(nobody)
            }
            try await cluster.settle()
            #expect(try await ana.streaks() == ["overall 20", "\(goal) 20"])
            let last = try await ana.succeed("GET /v1/me/streaks")["items"].items
            #expect(last.map { $0["best"] } == [20, 20])
            #expect(last.map { $0["freezes"] } == [1, 1])
            #expect(last.map { $0["lastDay"] } == ["2026-07-04", "2026-07-04"])
        }
    }
}

extension Phone {
    /// The days that used a freeze, where all streaks have the same.
    fileprivate func frozen() async throws -> Set<[String]> {
        let streaks = try await succeed("GET /v1/me/streaks")["items"].items
        return Set(
            streaks.map { streak in
                streak["days"].items.filter { $0["what"] == "frozen" }
                    .compactMap { $0["day"]?.text }
            }
        )
    }

    /// The user's streaks: of what, and how long now.
    fileprivate func streaks() async throws -> [String] {
        try await succeed("GET /v1/me/streaks")["items"].items.map { streak in
            "\(streak["goalID"]?.text ?? "overall") \(streak["current"]?.number ?? -1)"
        }
    }
}
