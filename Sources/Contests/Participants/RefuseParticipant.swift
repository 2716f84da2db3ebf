import ChallengesAPI
import RPC

extension Joining {
    func refuseParticipant(
        _ call: RefuseParticipant,
        in context: CallContext
    ) async throws -> Participant {
        try await take(.refuse, as: call, in: context)
    }
}

extension RefuseParticipant: ParticipantCall {}
