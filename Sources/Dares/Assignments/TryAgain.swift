import ChallengesAPI
import ChallengesCore
import RPC
import Wire

extension Assignments {
    func tryAgain(
        _ call: TryAgain,
        in context: CallContext
    ) async throws -> Assignment {
        let reason = try at("/reason") { () throws(ChallengesError) in try Reason(call.reason) }
        let move = AssignmentLife.Move.tryAgain(reason: reason.text, deadline: call.deadline)
        return try await moves.take(move, as: call, in: context)
    }
}

extension TryAgain: AssignmentMove {}
