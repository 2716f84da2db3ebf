import ChallengesAPI
import Outbox
import RPC
import Wire

extension Challenges {
    func void(
        _ call: VoidAssignment,
        in context: CallContext
    ) async throws -> Assignment {
        let reason = try at("/reason") { () throws(ChallengesError) in try Reason(call.reason) }
        let move = AssignmentLife.Move.void(reason: reason.text)
        return try await database.once(call, in: context, at: now(), speculative: true) { tx in
            guard let held = try await tx.holdNamed(call.assignment) else {
                throw ChallengesError.assignmentNotFound
            }
            let party = context.user.flatMap(held.assignment.party)
            return try await take(move, as: call, of: held, for: party, in: tx)
        }
    }
}

extension VoidAssignment: MoveCall {}
