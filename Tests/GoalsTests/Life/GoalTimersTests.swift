import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Goals

/// What time does to goals, with the service's own timers (2.4-period).
@Suite(.freshDatabase(Challenges.migrations))
struct GoalTimersTests {
    private let scene = Scene()

    @Test func `a period that ends is met or missed, and the next one opens, once`() async throws {
        let missed = try await scene.set(.daily)
        let met = try await scene.set(.daily)
        try await scene.log("9.5", for: missed.id)
        try await scene.log("10", for: met.id)
        scene.turn(to: "2023-11-15T00:00:00Z")
        scene.clock.advance(by: .tick * -1)
        #expect(try await scene.fireDue() == 0)
        #expect(try await scene.come("2023-11-15T00:00:00Z") == 2)
        #expect(try await scene.fireDue() == 0)
        #expect(
            try await scene.periods(of: missed.id) == [
                "2023-11-14 missed 9.5", "2023-11-15 open 0",
            ]
        )
        #expect(try await scene.periods(of: met.id) == ["2023-11-14 met 10", "2023-11-15 open 0"])
        let next = Instant.of("2023-11-16T00:00:00Z")
        #expect(try await scene.dueTimes() == [next, next])
        #expect(try await scene.goal(missed.id).version == 3)
    }

    @Test func `each day that passed while everything was down is missed once`() async throws {
        let made = try await scene.set(.daily, resting: [5])
        #expect(try await scene.come("2023-11-19T09:00:00Z") == 1)
        #expect(
            try await scene.periods(of: made.id) == [
                "2023-11-14 missed 0", "2023-11-15 missed 0", "2023-11-16 missed 0",
                "2023-11-17 rested 0", "2023-11-18 missed 0", "2023-11-19 open 0",
            ]
        )
        #expect(try await scene.fireDue() == 0)
        #expect(try await scene.dueTimes() == [.of("2023-11-20T00:00:00Z")])
        #expect(try await scene.goal(made.id).version == 6)
    }

    @Test func `timers that fire at the same time end a period once`() async throws {
        var goals: [Goal] = []
        for _ in 0..<5 { goals.append(try await scene.set(.daily)) }
        scene.turn(to: "2023-11-15T00:00:00Z")
        async let one = scene.fireDue()
        async let other = scene.fireDue()
        let fired = try await one + other
        #expect(fired >= 5)
        for goal in goals {
            #expect(
                try await scene.periods(of: goal.id) == [
                    "2023-11-14 missed 0", "2023-11-15 open 0",
                ]
            )
            #expect(try await scene.goal(goal.id).version == 2)
        }
    }

    @Test func `when its last day has passed it is completed if a period was met, else expired`()
        async throws
    {
        let met = try await scene.set(.daily, until: "2023-11-16")
        let missed = try await scene.set(.daily, until: "2023-11-16")
        let once = try await scene.set(.once, until: "2023-11-16")
        try await scene.log("10", for: met.id)
        for goal in [missed, once] { try await scene.log("9", for: goal.id) }
        try await scene.come("2023-11-16T23:59:59Z")
        for goal in [met, missed, once] {
            #expect(try await scene.goal(goal.id).state == .active)
        }
        try await scene.come("2023-11-17T06:00:00Z")
        #expect(try await scene.goal(met.id).state == .completed)
        #expect(try await scene.goal(missed.id).state == .expired)
        let expired = try await scene.goal(once.id)
        #expect(expired.state == .expired)
        #expect(expired.value == .of("9"))
        #expect(expired.metAt == nil)
        #expect(
            try await scene.periods(of: met.id) == [
                "2023-11-14 met 10", "2023-11-15 missed 0", "2023-11-16 missed 0",
            ]
        )
        #expect(try await scene.dueTimes() == [])
        #expect(try await scene.come("2023-12-31T00:00:00Z") == 0)
    }

    @Test func `a goal that is reached once has no timer left`() async throws {
        let made = try await scene.set(.once, until: "2023-11-16")
        try await scene.log("10", for: made.id)
        #expect(try await scene.dueTimes() == [])
    }

    @Test func `weeks end on Sunday, months with their last day`() async throws {
        let week = try await scene.set(.weekly)
        let month = try await scene.set(.monthly)
        try await scene.come("2023-12-01T00:00:00Z")
        #expect(
            try await scene.periods(of: week.id) == [
                "2023-11-13 missed 0", "2023-11-20 missed 0", "2023-11-27 open 0",
            ]
        )
        #expect(
            try await scene.periods(of: month.id) == ["2023-11-01 missed 0", "2023-12-01 open 0"]
        )
    }

    @Test func `nothing more happens when a period closes`() async throws {
        let made = try await scene.set(.daily)
        _ = try await scene.ask(
            ChangeGoal(goal: made.id, lastDay: .of("2023-11-14")),
            as: scene.ana
        )
        try await scene.come("2023-11-15T00:00:00Z")
        let over = try await scene.goal(made.id)
        #expect(try await scene.come("2023-11-17T00:00:00Z") == 0)
        #expect(try await scene.goal(made.id) == over)
        #expect(try await scene.periods(of: made.id) == ["2023-11-14 missed 0"])
    }

    // Zones.

    @Test func `a day ends at its owner's midnight`() async throws {
        try await scene.live(in: "America/Los_Angeles")
        let made = try await scene.set(.daily)
        #expect(made.period?.startsOn == .of("2023-11-14"))
        #expect(try await scene.dueTimes() == [.of("2023-11-15T08:00:00Z")])
        #expect(try await scene.come("2023-11-15T07:59:59Z") == 0)
        try await scene.log("10", for: made.id)
        try await scene.come("2023-11-15T08:00:00Z")
        #expect(
            try await scene.periods(of: made.id) == ["2023-11-14 met 10", "2023-11-15 open 0"]
        )
    }

    @Test func `over the date line no day comes twice, and the one that is left out rests`()
        async throws
    {
        // Two days ahead, Ana leaves Pago Pago for Kiritimati.
        try await scene.move([
            ZoneChange(since: .of("2020-01-01T00:00:00Z"), name: "Pacific/Pago_Pago"),
            ZoneChange(since: .of("2023-11-16T11:00:00Z"), name: "Pacific/Kiritimati"),
        ])
        let made = try await scene.set(.daily)
        try await scene.come("2023-11-18T12:00:00Z")
        #expect(
            try await scene.periods(of: made.id) == [
                "2023-11-14 missed 0", "2023-11-15 missed 0", "2023-11-16 rested 0",
                "2023-11-17 missed 0", "2023-11-18 missed 0", "2023-11-19 open 0",
            ]
        )
    }

    @Test func `an entry keeps the day that it had, wherever its owner goes`() async throws {
        try await scene.live(in: "Asia/Tokyo")
        let made = try await scene.set(.daily)
        let entry = try await scene.log("10", for: made.id)
        #expect(entry.localDay == .of("2023-11-15"))
        // From the next midnight there, 15:00 in UTC, she is in Los Angeles.
        try await scene.move(
            [
                ZoneChange(since: .of("2020-01-01T00:00:00Z"), name: "Asia/Tokyo"),
                ZoneChange(since: .of("2023-11-15T15:00:00Z"), name: "America/Los_Angeles"),
            ],
            version: 3
        )
        try await scene.come("2023-11-15T16:00:00Z")
        // Where it is the same day until 8:00 in UTC.
        let more = try await scene.log("2", for: made.id)
        #expect(more.localDay == .of("2023-11-15"))
        #expect(try await scene.periods(of: made.id) == ["2023-11-15 met 12"])
        try await scene.come("2023-11-16T08:00:00Z")
        let next = try await scene.log("3", for: made.id)
        #expect(next.localDay == .of("2023-11-16"))
        #expect(
            try await scene.periods(of: made.id) == ["2023-11-15 met 12", "2023-11-16 open 3"]
        )
    }
}
