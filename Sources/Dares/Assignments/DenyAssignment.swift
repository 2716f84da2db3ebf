import ChallengesAPI
import ChallengesCore
import RPC
import Wire

extension Assignments {
    func denyAssignment(
        _ call: DenyAssignment,
        in context: CallContext
    ) async throws -> Assignment {
        let reason = try at("/reason") { () throws(ChallengesError) in
            try call.reason.map(Reason.init)
        }
        return try await moves.take(.deny(reason: reason?.text), as: call, in: context)
    }
}

extension DenyAssignment: AssignmentMove {}
