import ChallengesAPI
import RPC
import Wire

extension Challenges {
    func deny(
        _ call: DenyAssignment,
        in context: CallContext
    ) async throws -> Assignment {
        let reason = try at("/reason") { () throws(ChallengesError) in
            try call.reason.map(Reason.init)
        }
        return try await take(.deny(reason: reason?.text), as: call, in: context)
    }
}

extension DenyAssignment: MoveCall {}
