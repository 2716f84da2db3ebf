import ChallengesAPI
import RPC

extension Challenges {
    func giveUp(
        _ call: GiveUpAssignment,
        in context: CallContext
    ) async throws -> Assignment {
        try await take(.giveUp, as: call, in: context)
    }
}

extension GiveUpAssignment: MoveCall {}
