import ChallengesAPI
import ChallengesCore
import Outbox
import RPC
import Wire

extension Assignments {
    func voidAssignment(
        _ call: VoidAssignment,
        in context: CallContext
    ) async throws -> Assignment {
        let reason = try at("/reason") { () throws(ChallengesError) in try Reason(call.reason) }
        let move = AssignmentLife.Move.void(reason: reason.text)
        return try await database.once(
            call,
            in: context,
            at: now(),
            speculative: true,
            after: [NamedAssignment.turn(call.row)]
        ) { tx in
            let row = try await moves.held(call, in: tx)
            let party = context.user.flatMap(row.party)
            return try await moves.take(move, as: call, of: row, for: party, in: tx)
        }
    }
}

extension VoidAssignment: AssignmentMove {}
