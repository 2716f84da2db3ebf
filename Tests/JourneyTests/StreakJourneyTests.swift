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
}

extension Phone {
    /// The user's streaks: of what, and how long now.
    fileprivate func streaks() async throws -> [String] {
        try await succeed("GET /v1/me/streaks")["items"].items.map { streak in
            "\(streak["goalID"]?.text ?? "overall") \(streak["current"]?.number ?? -1)"
        }
    }
}
