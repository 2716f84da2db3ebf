import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values

@testable import Challenges
@testable import Goals

/// Of very many goals that are over, a change of a total counts only the last ones again
/// (2.4-late).
@Suite(.freshDatabase(Challenges.migrations))
struct ManyClosedGoalsTests {
    private let scene = Scene(rules: Rules(goals: GoalRules(goals: 2)))

    @Test func `those that were over first are not counted again`() async throws {
        try await scene.walk("10000")
        var reached: [ChallengeID] = []
        for _ in 0..<4 {
            scene.clock.advance(by: .seconds(1))
            let made = try await scene.setSteps()
            #expect(made.state == .completed)
            reached.append(made.id)
        }
        let open = try await [scene.setSteps("20000").id, scene.setSteps("30000").id]
        try await scene.walk("9000")
        var flags: [Bool] = []
        for id in reached { flags.append(try await scene.goal(id).isFlagged) }
        #expect(flags == [false, false, true, true])
        // However many are over, all that are not are counted.
        for id in open { #expect(try await scene.goal(id).value == .of("9000")) }
    }
}
