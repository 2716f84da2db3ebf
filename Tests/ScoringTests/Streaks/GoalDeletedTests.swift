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

/// The streak of a deleted goal (2.7-streaks).
@Suite(.freshDatabase(Scoring.migrations)) struct GoalDeletedTests {
    private let scene = StreakScene()

    @Test func `a deleted goal has no streak`() async throws {
        try await scene.close(0, .met)
        let other = ChallengeID()
        try await scene.close(0, .met, of: other)
        let deleted = GoalDeleted(goal: scene.goal, user: scene.ana)
        try await scene.fixture.deliver(deleted, from: .challenges)
        #expect(try await scene.list().items.map(\.goal) == [nil, other])
    }
}
