import ChallengesTestKit
import TestKit
import Testing

@testable import Challenges

/// Stories of goals from a seed: whatever their owner does, wherever they are, and however late the
/// timers, goals are as the rules say (2.4-goal, 2.4-period, 2.9-zones).
///
/// Two stories of 120 steps; `GAUNTLET_EFFORT=10` tells 20. One that fails is told again by
/// `GAUNTLET_SEED`, the argument that is named.
@Suite(.freshDatabase(Challenges.migrations))
struct GoalJourneyTests {
    private static let seeds = (0..<UInt64(Effort.scaled(2))).map { Seed.value &+ $0 }

    @Test(arguments: seeds)
    func `whatever happens on the way, goals are as their rules say`(seed: UInt64) async throws {
        var journey = GoalJourney(seed: seed)
        for _ in 0..<120 { try await journey.step() }
        try await journey.end()
        let made = journey.goals.count + journey.deleted.count
        #expect(made > 5, journey.place)
    }
}
