import ChallengesAPI
import RPC
import Wire

extension Challenges {
    func tryAgain(
        _ call: TryAgain,
        in context: CallContext
    ) async throws -> Assignment {
        let reason = try at("/reason") { () throws(ChallengesError) in try Reason(call.reason) }
        let move = AssignmentLife.Move.tryAgain(reason: reason.text, deadline: call.deadline)
        return try await take(move, as: call, in: context)
    }
}

extension TryAgain: MoveCall {}
