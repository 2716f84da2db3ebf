import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Goals

/// Goals with a metric read the totals of their owner's days (2.4-source, 2.4-late, CH-14).
@Suite(.freshDatabase(Challenges.migrations))
struct GoalTotalsTests {
    private let scene = Scene()

    @Test func `of two sources the greater counts, and the goal is reached once`() async throws {
        let made = try await scene.setSteps()
        try await scene.walk("4000", from: "watch")
        try await scene.walk("6500", from: "phone")
        for _ in 0..<3 { try await scene.walk("6500", from: "phone") }
        let open = try await scene.goal(made.id)
        #expect(open.value == .of("6500"))
        #expect(open.state == .active)
        try await scene.walk("10000", from: "watch")
        let done = try await scene.goal(made.id)
        #expect(done.state == .completed)
        #expect(done.metAt == scene.clock.now)
        #expect(!done.isFlagged)
        try await scene.walk("9000", from: "watch")
        let less = try await scene.goal(made.id)
        #expect(less.state == .completed)
        #expect(less.isFlagged)
        #expect(less.value == .of("9000"))
        #expect(less.metAt == done.metAt)
        try await scene.walk("12000", from: "watch")
        #expect(try await scene.told(.goalReached).count == 1)
        #expect(try await scene.emitted(GoalReached.self).map(\.goal) == [made.id])
    }

    @Test func `a goal made after the total counts it at once`() async throws {
        try await scene.walk("8000")
        #expect(try await scene.setSteps().value == .of("8000"))
        #expect(try await scene.setSteps("10000", .daily).period?.value == .of("8000"))
        let reached = try await scene.setSteps("8000") { $0.lastDay = .of("2023-11-20") }
        #expect(reached.state == .completed)
        #expect(try await scene.told(.goalReached).count == 1)
        #expect(try await scene.setSteps("8000", .weekly).period?.state == .met)
    }

    @Test func `days before the making count only in the present period`() async throws {
        try await scene.walk("8000", on: "2023-11-13")
        #expect(try await scene.setSteps().value == .zero)
        #expect(try await scene.setSteps("10000", .daily).value == .zero)
        #expect(try await scene.setSteps("10000", .weekly).value == .of("8000"))
    }

    @Test func `once the best day counts, or the best successive days of a window`() async throws {
        let day = try await scene.setSteps()
        let window = try await scene.setSteps("20000") { $0.windowDays = 2 }
        try await scene.walk("9000", on: "2023-11-14")
        try await scene.come("2023-11-16T08:00:00Z")
        try await scene.walk("9500", on: "2023-11-16")
        #expect(try await scene.goal(day.id).value == .of("9500"))
        #expect(try await scene.goal(window.id).value == .of("9500"))
        try await scene.walk("8000", on: "2023-11-15")
        #expect(try await scene.goal(day.id).value == .of("9500"))
        #expect(try await scene.goal(window.id).value == .of("17500"))
        try await scene.walk("11000", on: "2023-11-15")
        #expect(try await scene.goal(day.id).state == .completed)
        #expect(try await scene.goal(window.id).state == .completed)
        #expect(try await scene.goal(window.id).value == .of("20500"))
    }

    @Test func `once, a best day that falls leaves the next best one`() async throws {
        let day = try await scene.setSteps("50000")
        let window = try await scene.setSteps("50000") { $0.windowDays = 2 }
        func expect(_ one: String, _ two: String) async throws {
            #expect(try await scene.goal(day.id).value == .of(one))
            #expect(try await scene.goal(window.id).value == .of(two))
        }
        // A day before they were made does not count.
        try await scene.walk("30000", on: "2023-11-13")
        try await expect("0", "0")
        try await scene.walk("9000", on: "2023-11-14")
        try await scene.come("2023-11-16T08:00:00Z")
        try await scene.walk("12000", on: "2023-11-15")
        try await expect("12000", "21000")
        try await scene.walk("4000", on: "2023-11-16")
        try await expect("12000", "21000")
        try await scene.walk("10000", on: "2023-11-15")
        try await expect("10000", "19000")
        try await scene.walk("5000", on: "2023-11-15")
        try await expect("9000", "14000")
        try await scene.walk("1000", on: "2023-11-14")
        try await expect("5000", "9000")
        // A day that is not among the best ones.
        try await scene.walk("0", on: "2023-11-14")
        try await expect("5000", "9000")
    }

    @Test func `a reached goal is flagged only once none of its days reaches it`() async throws {
        let made = try await scene.setSteps()
        try await scene.walk("10000", on: "2023-11-14")
        let reached = try await scene.goal(made.id)
        #expect(reached.state == .completed)
        try await scene.come("2023-11-15T08:00:00Z")
        try await scene.walk("12000", on: "2023-11-15")
        try await scene.walk("1000", on: "2023-11-14")
        let other = try await scene.goal(made.id)
        #expect(other.value == .of("12000"))
        #expect(!other.isFlagged)
        try await scene.walk("9999", on: "2023-11-15")
        let less = try await scene.goal(made.id)
        #expect(less.value == .of("9999"))
        #expect(less.isFlagged)
        #expect(less.metAt == reached.metAt)
    }

    @Test func `what is counted leaves the timer as it is, and what reaches a goal removes it`()
        async throws
    {
        func attempts() async throws -> [Int32] {
            try await scene.database.all("SELECT attempts FROM timers") { try $0.next() }
        }
        let made = try await scene.setSteps { $0.lastDay = .of("2023-11-20") }
        try await scene.database.run("UPDATE timers SET attempts = 7")
        try await scene.walk("4000")
        #expect(try await scene.goal(made.id).value == .of("4000"))
        #expect(try await attempts() == [7])
        try await scene.walk("10000")
        #expect(try await attempts() == [])
        let daily = try await scene.setSteps("10000", .daily)
        try await scene.walk("11000")
        #expect(try await scene.dueTimes() == [.of("2023-11-15T00:00:00Z")])
        // A total that finds the period over sets the timer for the end of the next one.
        scene.turn(to: "2023-11-15T08:00:00Z")
        try await scene.walk("3000", on: "2023-11-15")
        #expect(try await scene.goal(daily.id).value == .of("3000"))
        #expect(try await scene.dueTimes() == [.of("2023-11-16T00:00:00Z")])
    }

    @Test func `a goal that is reached as it is made has no timer`() async throws {
        try await scene.walk("8000")
        let made = try await scene.setSteps("8000") { $0.lastDay = .of("2023-11-20") }
        #expect(made.state == .completed)
        #expect(try await scene.dueTimes() == [])
    }

    @Test func `what is logged adds up, and is one source beside the others`() async throws {
        let made = try await scene.setSteps("10000", .daily)
        try await scene.walk("5000")
        try await scene.log("3000", for: made.id)
        #expect(try await scene.goal(made.id).value == .of("5000"))
        try await scene.log("3000", for: made.id)
        #expect(try await scene.goal(made.id).value == .of("6000"))
        try await scene.walk("7000.5")
        #expect(try await scene.goal(made.id).value == .of("7000.5"))
    }

    @Test func `a late total makes a missed day met, and a smaller one missed again`() async throws
    {
        let made = try await scene.setSteps("10000", .daily)
        try await scene.walk("4000")
        try await scene.come("2023-11-15T08:00:00Z")
        #expect(try await scene.periods(of: made.id).first == "2023-11-14 missed 4000")
        let before = try await scene.goal(made.id)
        try await scene.walk("10000")
        let after = try await scene.goal(made.id)
        #expect(after.version == before.version + 1)
        #expect(
            try await scene.periods(of: made.id) == [
                "2023-11-14 met 10000", "2023-11-15 open 0",
            ]
        )
        #expect(try await scene.told(.goalReached).count == 1)
        try await scene.come("2023-11-16T23:59:00Z")
        try await scene.walk("9999")
        #expect(try await scene.periods(of: made.id).first == "2023-11-14 missed 9999")
        try await scene.come("2023-11-17T00:00:00Z")
        let frozen = PutHealthDay(
            metric: .steps,
            day: .of("2023-11-14"),
            amount: .of("10000"),
            source: "phone",
            observedAt: scene.clock.now
        )
        #expect(await scene.refusals(of: frozen) == ["challenges.day_frozen"])
        #expect(try await scene.periods(of: made.id).first == "2023-11-14 missed 9999")
    }

    @Test func `a total for the new day opens its period, though the timer is late`() async throws {
        let made = try await scene.setSteps("10000", .daily)
        scene.turn(to: "2023-11-16T08:00:00Z")
        try await scene.walk("3000", on: "2023-11-16")
        #expect(
            try await scene.periods(of: made.id) == [
                "2023-11-14 missed 0", "2023-11-15 missed 0", "2023-11-16 open 3000",
            ]
        )
    }

    @Test func `a late total corrects the period that ends with it, and one that has ended`()
        async throws
    {
        let daily = try await scene.setSteps("10000", .daily)
        let weekly = try await scene.setSteps("20000", .weekly)
        // The timer is late: the day's period is the present one until then.
        scene.turn(to: "2023-11-15T08:00:00Z")
        try await scene.walk("12000", on: "2023-11-14")
        #expect(
            try await scene.periods(of: daily.id) == [
                "2023-11-14 met 12000", "2023-11-15 open 0",
            ]
        )
        try await scene.walk("7000", on: "2023-11-14", from: "watch")
        try await scene.walk("6000", on: "2023-11-14")
        #expect(
            try await scene.periods(of: daily.id) == [
                "2023-11-14 missed 7000", "2023-11-15 open 0",
            ]
        )
        #expect(try await scene.goal(weekly.id).value == .of("7000"))
        // Before the goals were made there is no period of days.
        try await scene.walk("500", on: "2023-11-13")
        #expect(try await scene.periods(of: daily.id).count == 2)
        #expect(try await scene.goal(weekly.id).value == .of("7500"))
    }

    @Test func `a total ahead of midnight counts once the day begins`() async throws {
        let made = try await scene.setSteps("10000", .daily)
        scene.turn(to: "2023-11-14T23:57:00Z")
        try await scene.walk("300", on: "2023-11-15")
        #expect(try await scene.goal(made.id).value == .zero)
        try await scene.come("2023-11-15T00:00:00Z")
        #expect(try await scene.goal(made.id).value == .of("300"))
    }

    @Test func `a late total of the last day is counted, and the goal stays what it was`()
        async throws
    {
        let once = try await scene.setSteps { $0.lastDay = .of("2023-11-14") }
        let daily = try await scene.setSteps("10000", .daily) { $0.lastDay = .of("2023-11-14") }
        try await scene.come("2023-11-15T08:00:00Z")
        try await scene.walk("10000")
        let expired = try await scene.goal(once.id)
        #expect(expired.state == .expired)
        #expect(expired.value == .of("10000"))
        #expect(expired.metAt == nil)
        #expect(try await scene.goal(daily.id).state == .expired)
        #expect(try await scene.periods(of: daily.id) == ["2023-11-14 met 10000"])
        #expect(try await scene.told(.goalReached).isEmpty)
    }

    @Test func `totals of another metric, or of another person, count for nothing`() async throws {
        let made = try await scene.setSteps("10000", .daily)
        let pages = try await scene.set(.daily)
        let call = PutHealthDay(
            metric: .energy,
            day: .of("2023-11-14"),
            amount: .of("500"),
            source: "phone",
            observedAt: scene.clock.now
        )
        _ = try await scene.ask(call, as: scene.ana)
        var steps = call
        steps.metric = .steps
        _ = try await scene.ask(steps, as: scene.bo)
        #expect(try await scene.goal(made.id) == made)
        #expect(try await scene.goal(pages.id) == pages)
    }
}
