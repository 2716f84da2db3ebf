import ChallengesCore
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Values

extension Assignments {
    /// Voids the open assignments of a blocked pair, and the missed workouts that could still be
    /// completed. Ended assignments and points do not change. Does nothing if the users are not
    /// blocked any more.
    ///
    /// The block is already stored, so no further assignments are sent meanwhile. A repetition
    /// continues where the call was interrupted.
    func voidOpen(between pair: Pair, in context: CallContext) async throws {
        var last: AssignmentID?
        repeat {
            last = try await database.transaction(in: context) { [last] tx in
                try await voidOpen(between: pair, after: last, in: tx)
            }
        } while last != nil
    }

    /// Voids up to `voidedMax` open assignments of a blocked pair, with ids after the given one.
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
