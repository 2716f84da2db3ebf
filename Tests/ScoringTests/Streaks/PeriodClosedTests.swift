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

/// A goal's streak (2.7-streaks).
@Suite(.freshDatabase(Scoring.migrations)) struct PeriodClosedTests {
    private let scene = StreakScene()

    @Test func `a goal's streak counts its periods`() async throws {
        for day in 0..<7 { try await scene.close(day, .met) }
        try await scene.close(7, .missed)
        let frozen = try #require(try await scene.ofGoal())
        #expect(frozen.current == 7 && frozen.freezes == 0)
        #expect(frozen.restWeekdays == nil && frozen.isPaused == nil)
        scene.turn(to: 8)
        #expect(try await scene.ofGoal()?.days.last == Streak.Day(day: .day(7), what: .frozen))
        try await scene.close(8, .rested)
        #expect(try await scene.ofGoal()?.current == 7)
        // The missed day is repaired, and its freeze given back.
        try await scene.close(7, .met, version: 2)
        let repaired = try #require(try await scene.ofGoal())
        #expect(repaired.current == 8 && repaired.freezes == 1)
        try await scene.close(9, .open)
        #expect(try await scene.ofGoal()?.current == 8)
    }
}
