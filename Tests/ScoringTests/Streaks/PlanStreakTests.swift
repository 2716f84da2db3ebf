import Identifiers
import IdentityAPI
import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// Days of rest and pauses of the overall streak (2.7-streaks).
@Suite(.freshDatabase(Scoring.migrations)) struct PlanStreakTests {
    private let scene = StreakScene()

    @Test func `days of rest and a pause hold from the day on which they are planned`()
        async throws
    {
        try await scene.count(Array(0...4))
        scene.turn(to: 5)
        let planned = try await scene.plan([6, 7])
        #expect(planned.restWeekdays == [6, 7] && planned.version == 2)
        // Saturday and Sunday rest, and Monday is not over.
        scene.turn(to: 7)
        let rested = try await scene.overall()
        #expect(rested.current == 5)
        #expect(rested.days.suffix(2).map(\.what) == [.rested, .rested])
        scene.turn(to: 8)
        #expect(try await scene.overall().current == 0)
        // A plan of today brings back no day before.
        try await scene.plan(isPaused: true)
        #expect(try await scene.overall().current == 0)
        try await scene.count([8])
        scene.turn(to: 18)
        let paused = try await scene.overall()
        #expect(paused.current == 1 && paused.isPaused == true && paused.restWeekdays == [6, 7])
        try await scene.plan(isPaused: false)
        #expect(try await scene.overall().current == 1)
        scene.turn(to: 19)
        #expect(try await scene.overall().current == 0)
    }

    /// A user who flies west is on an earlier day again.
    @Test func `a plan counts for days that precede a day that counts already`() async throws {
        try await scene.count([0, 3])
        scene.turn(to: 3)
        #expect(try await scene.overall().current == 1)
        scene.turn(to: 1)
        #expect(try await scene.plan(isPaused: true).current == 2)
        #expect(try await scene.overall().best == 2)
    }

    @Test func `a plan that changes nothing keeps the version, and an old version is refused`()
        async throws
    {
        #expect(try await scene.plan([], isPaused: false).version == 1)
        #expect(try await scene.plan([7], of: 1, key: "one").version == 2)
        #expect(try await scene.plan([7], of: 1, key: "one").version == 2)
        let refusal = try Refusal(ScoringError.versionStale, current: try await scene.overall())
        await #expect(throws: refusal.fault) { try await scene.plan([1], of: 1) }
        #expect(try await scene.overall().restWeekdays == [7])
    }

    @Test(
        "Weekdays of rest are 1 to 7, each once, and not all",
        arguments: [[0], [8], [1, 1], [1, 2, 3, 4, 5, 6, 7]]
    )
    func wrongWeekdays(_ days: [Int]) async throws {
        let refusal = Refusal(ScoringError.restWeekdaysInvalid, at: "/restWeekdays")
        await #expect(throws: refusal.fault) { try await scene.plan(days) }
        #expect(try await scene.plan([1, 2, 3, 4, 5, 7]).restWeekdays == [1, 2, 3, 4, 5, 7])
    }
}
