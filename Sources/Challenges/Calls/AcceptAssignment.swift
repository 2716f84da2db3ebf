import ChallengesAPI
import RPC

extension Challenges {
    func accept(
        _ call: AcceptAssignment,
        in context: CallContext
    ) async throws -> Assignment {
        try await take(.accept, as: call, in: context)
    }
}

extension AcceptAssignment: MoveCall {}
