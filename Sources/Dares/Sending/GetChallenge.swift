import ChallengesAPI
import Postgres
import RPC

extension Sending {
    func getChallenge(
        _ call: GetChallenge,
        in context: CallContext
    ) async throws -> CreateChallenge.Reply {
        let asker = try context.signedIn
        guard let challenge = try await database.challenge(call.challenge, by: asker) else {
            throw ChallengesError.challengeNotFound
        }
        return try await made(challenge, in: database)
    }
}
