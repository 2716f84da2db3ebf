import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Values
import Wire

extension Copies {
    /// Stores the relation of two users; a block voids the open assignments between them, and then
    /// ends what one of them invited the other to (2.11-block).
    ///
    /// Holds the pair's lock while it is stored: a concurrent send or invitation waits, then reads
    /// the block. What it ends in contests are transactions of their own, so that no number of
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
            guard try await tx.relation(pair.one, pair.other) == .blocked else { return }
            try await voidOpen(pair, in: tx)
        }
        if event.relation == .blocked { try await joining.endAsked(between: pair) }
        return received
    }

    /// Voids the open assignments between two users, whose lock is held, among them missed workouts
    /// that could still be completed. Ended ones stay, and so do points.
    private func voidOpen(_ pair: Pair, in tx: Transaction) async throws {
        let missedAfter = now() - moves.rules.workoutLate
        for id in try await tx.holdOpen(between: pair, missedAfter: missedAfter) {
            try await moves.take(.block, of: NamedAssignment.self, id, in: tx)
        }
    }
}
