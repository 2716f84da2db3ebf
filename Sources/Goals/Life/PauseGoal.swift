import ChallengesAPI
import ChallengesCore
import RPC

extension Goals {
    func pauseGoal(_ call: PauseGoal, in context: CallContext) async throws -> Goal {
        try await moves.take(.pause, as: call, in: context)
    }
}

extension PauseGoal: GoalMove {}
