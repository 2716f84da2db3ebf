import ChallengesAPI
import RPC

extension Timings {
    func getTiming(_ call: GetTiming, in context: CallContext) async throws -> Timing {
        let asker = try context.signedIn
        return try await owned(call.timing, by: asker).timing.timingReply(at: now(), under: rules)
    }
}
