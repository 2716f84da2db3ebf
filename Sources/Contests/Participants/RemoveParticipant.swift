import ChallengesAPI
import RPC

extension Joining {
    func removeParticipant(
        _ call: RemoveParticipant,
        in context: CallContext
    ) async throws -> Participant {
        try await take(.remove, as: call, in: context)
    }
}

extension RemoveParticipant: ParticipantCall {}
