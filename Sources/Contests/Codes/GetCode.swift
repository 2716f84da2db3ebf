import ChallengesAPI
import People
import Postgres
import RPC

extension Codes {
    func getCode(_ call: GetCode, in _: CallContext) async throws -> GetCode.Reply {
        let found = try await existing(call.code, for: nil, in: database)
        let owner = found.contest.owner
        guard found.opening(at: now()) != nil,
            let person = try await database.people([owner])[owner]
        else { throw ChallengesError.codeNotFound }
        return found.codeReply(owner: person)
    }
}
