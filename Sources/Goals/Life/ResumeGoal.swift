import ChallengesAPI
import ChallengesCore
import RPC

extension Goals {
    func resumeGoal(_ call: ResumeGoal, in context: CallContext) async throws -> Goal {
        try await moves.take(.resume, as: call, in: context)
    }
}

extension ResumeGoal: GoalMove {}
