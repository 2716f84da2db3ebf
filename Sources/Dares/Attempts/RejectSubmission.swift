import ChallengesAPI
import ChallengesCore
import RPC
import Wire

extension Assignments {
    func rejectSubmission(
        _ call: RejectSubmission,
        in context: CallContext
    ) async throws -> Assignment {
        let reason = try at("/reason") { () throws(ChallengesError) in try Reason(call.reason) }
        return try await moves.take(.reject(reason: reason.text), as: call, in: context)
    }
}

extension RejectSubmission: AssignmentMove {}
