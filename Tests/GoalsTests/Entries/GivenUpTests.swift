import ChallengesAPI
import ChallengesTestKit
import Identifiers
import TestKit
import Testing
import Values

@testable import Challenges

/// What a phone measures after the day on which a goal was given up no longer counts for it
/// (2.4-late).
@Suite(.freshDatabase(Challenges.migrations))
struct GivenUpTests {
    private let scene = Scene()

    @Test func `of the last period the days until then count`() async throws {
        let given = try await scene.setSteps("10000", .weekly)
        let kept = try await scene.setSteps("10000", .weekly)
        try await scene.walk("4000", on: "2023-11-14")
        _ = try await scene.ask(AbandonGoal(goal: given.id), as: scene.ana)
        try await scene.come("2023-11-15T20:00:00Z")
        try await scene.walk("6000", on: "2023-11-15")
        #expect(try await scene.periods(of: given.id) == ["2023-11-13 rested 4000"])
        #expect(try await scene.periods(of: kept.id) == ["2023-11-13 met 10000"])
        // The total of a day that counted comes late.
        try await scene.walk("5000", on: "2023-11-14")
        #expect(try await scene.periods(of: given.id) == ["2023-11-13 rested 5000"])
        try await scene.walk("10000", on: "2023-11-14")
        #expect(try await scene.periods(of: given.id) == ["2023-11-13 met 10000"])
        #expect(try await scene.goal(given.id).state == .abandoned)
    }
}
