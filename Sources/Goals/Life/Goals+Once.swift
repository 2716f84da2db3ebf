import ChallengesAPI
import ChallengesCore
package import Identifiers
import Outbox
package import Postgres
package import RPC
package import Wire

extension Goals {
    /// Runs a call that changes a part of the caller's goal, once per idempotency key.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - context: Its context.
    ///   - id: The goal.
    ///   - body: Makes the change. The goal is locked; due transitions have not been applied.
    /// - Returns: What `body` returns, or the stored reply.
    /// - Throws: `challenges.goal_not_found`, and the errors of `body` and `once`.
    package func once<C: Call>(
        _ call: C,
        in context: CallContext,
        of id: ChallengeID,
        _ body: @Sendable (GoalRecord, Transaction) async throws -> C.Reply
    ) async throws -> C.Reply {
        let asker = try context.signedIn
        return try await database.once(
            call,
            in: context,
            at: now(),
            after: [GoalRow.turn(id)]
        ) { tx in
            guard let goal = try await tx.heldGoal(id), goal.owner == asker else {
                throw ChallengesError.goalNotFound
            }
            return try await body(goal, tx)
        }
    }
}
