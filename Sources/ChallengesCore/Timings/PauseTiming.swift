import ChallengesAPI
import RPC
import Wire

extension Timings {
    func pauseTiming(_ call: PauseTiming, in context: CallContext) async throws -> Timing {
        guard Timing.elapsedLimit.contains(call.elapsedMilliseconds) else {
            throw Refusal(ChallengesError.elapsedInvalid, at: "/elapsedMilliseconds")
        }
        return try await moves.take(.pause(call.elapsedMilliseconds), as: call, in: context)
    }
}

extension PauseTiming: TimingMove {}
