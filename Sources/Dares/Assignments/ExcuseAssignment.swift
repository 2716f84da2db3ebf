import ChallengesAPI
import ChallengesCore
import RPC
import Wire

extension Assignments {
    func excuseAssignment(
        _ call: ExcuseAssignment,
        in context: CallContext
    ) async throws -> Assignment {
        let reason = try at("/reason") { () throws(ChallengesError) in
            try call.reason.map(Reason.init)
        }
        return try await moves.take(.excuse(reason: reason?.text), as: call, in: context)
    }
}

extension ExcuseAssignment: AssignmentMove {}
