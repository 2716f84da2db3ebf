import ChallengesAPI
import RPC

extension Challenges {
    func read(
        _ call: ReadAssignment,
        in context: CallContext
    ) async throws -> Assignment {
        try await take(.read, as: call, in: context)
    }
}

extension ReadAssignment: MoveCall {}
