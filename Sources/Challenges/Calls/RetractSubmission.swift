import ChallengesAPI
import RPC

extension Challenges {
    func retract(
        _ call: RetractSubmission,
        in context: CallContext
    ) async throws -> Assignment {
        try await take(.retract, as: call, in: context)
    }
}

extension RetractSubmission: MoveCall {}
