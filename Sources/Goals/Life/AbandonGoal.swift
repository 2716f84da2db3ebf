import ChallengesAPI
import ChallengesCore
import RPC

extension Goals {
    func abandonGoal(_ call: AbandonGoal, in context: CallContext) async throws -> Goal {
        try await moves.take(.abandon, as: call, in: context)
    }
}

extension AbandonGoal: GoalMove {}
