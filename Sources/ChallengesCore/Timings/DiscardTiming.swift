import ChallengesAPI
import RPC

extension Timings {
    func discardTiming(_ call: DiscardTiming, in context: CallContext) async throws -> Timing {
        try await moves.take(.discard, as: call, in: context)
    }
}

extension DiscardTiming: TimingMove {}
