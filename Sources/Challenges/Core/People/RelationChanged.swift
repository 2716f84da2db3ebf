import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Values
import Wire

extension Copies {
    /// Stores the relation of two users; a block then voids the open assignments between them, and
    /// ends what one of them invited the other to (2.11-block).
    ///
    /// Holds the pair's lock while it is stored: a concurrent send or invitation waits, then reads
    /// the block. What it ends are transactions of their own, so that no number of assignments or
    /// contests keeps it from being stored; the event is acknowledged after the last one, and until
    /// then sent again.
    func relationChanged(
        _ event: RelationChanged,
        in context: CallContext
    ) async throws -> Nothing {
        let pair = Pair(event.one, event.other)
        let received = try await database.receive(event, in: context, at: now()) { tx in
            try tx.lock([pair])
            try await tx.storeRelation(
                event.relation,
                of: event.one,
                and: event.other,
                version: event.version
            )
        }
        if event.relation == .blocked {
            try await voidOpen(between: pair, in: context)
            try await joining.endAsked(between: pair)
        }
        return received
    }

    /// Voids the open assignments between two users whose block is stored, among them missed
    /// workouts that could still be completed. Ended ones stay, and so do points. Does nothing
    /// where there is no block any more.
    ///
    /// However many there are, the block holds already: no other is sent. What is repeated goes on
    /// where it was interrupted.
    private func voidOpen(between pair: Pair, in context: CallContext) async throws {
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
            missedAfter: now() - moves.rules.workoutLate,
            after: last,
            limit: voidedMax
        )
        for id in held {
            try await moves.take(.block, of: NamedAssignment.self, id, in: tx)
        }
        return held.count < voidedMax ? nil : held.last
    }
}
