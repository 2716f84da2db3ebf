import ChallengesCore
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Values

extension Assignments {
    /// Voids the open assignments between two users whose block is stored, among them missed
    /// workouts that could still be completed. Ended ones stay, and so do points. Does nothing
    /// where there is no block any more.
    ///
    /// However many there are, the block holds already: no other is sent. What is repeated goes on
    /// where it was interrupted.
    func voidOpen(between pair: Pair, in context: CallContext) async throws {
        var last: AssignmentID?
        repeat {
            last = try await database.transaction(in: context) { [last] tx in
                try await voidOpen(between: pair, after: last, in: tx)
            }
        } while last != nil
    }

    /// Voids the first open assignments between two users after one.
    ///
    /// - Returns: The last of them; `nil` if there are no more.
    private func voidOpen(
        between pair: Pair,
        after last: AssignmentID?,
        in tx: Transaction
    ) async throws -> AssignmentID? {
        try tx.lock([pair])
        guard try await tx.relation(pair.one, pair.other) == .blocked else { return nil }
        let held = try await tx.holdOpen(
            between: pair,
            missedAfter: now() - rules.workoutLate,
            after: last,
            limit: voidedMax
        )
        for id in held {
            try await moves.take(.block, of: NamedAssignment.self, id, in: tx)
        }
        return held.count < voidedMax ? nil : held.last
    }
}
