import ChallengesAPI
import RPC

extension Timings {
    func resumeTiming(_ call: ResumeTiming, in context: CallContext) async throws -> Timing {
        try await moves.take(.resume, as: call, in: context)
    }
}

extension ResumeTiming: TimingMove {}
