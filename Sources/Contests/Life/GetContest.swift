import ChallengesAPI
import RPC

extension Finding {
    func getContest(_ call: GetContest, in context: CallContext) async throws -> Contest {
        let asker = try context.signedIn
        guard
            let contest = try await database.contest(call.contest),
            try await database.access(of: contest, for: asker).seesHead
        else { throw ChallengesError.contestNotFound }
        return try await database.contestReply(contest, to: asker, at: now(), under: rules)
    }
}
