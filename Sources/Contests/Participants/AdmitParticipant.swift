import ChallengesAPI
import RPC

extension Joining {
    func admitParticipant(
        _ call: AdmitParticipant,
        in context: CallContext
    ) async throws -> Participant {
        try await take(.admit, as: call, in: context)
    }
}

extension AdmitParticipant: ParticipantCall {}
