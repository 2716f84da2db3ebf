import ChallengesAPI
import RPC

extension Goals {
    func getGoal(_ call: GetGoal, in context: CallContext) async throws -> Goal {
        let asker = try context.signedIn
        guard let goal = try await database.goal(call.goal),
            try await database.sees(goal, asker)
        else { throw ChallengesError.goalNotFound }
        return try await database.goalReply(goal, to: asker, at: now(), under: rules)
    }
}
