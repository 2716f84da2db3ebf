import ChallengesAPI
import RPC

extension Joining {
    func setTarget(_ call: SetTarget, in context: CallContext) async throws -> Contest {
        try call.target.checkAsTarget()
        return try await take(
            .target(call.target),
            as: call,
            of: call.contest,
            call.ifVersion,
            in: context
        )
    }
}
