import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Wire

extension Challenges {
    /// Takes over what two people are to each other; a block ends what is open between them
    /// (2.11-block).
    ///
    /// Their lock is held meanwhile: a send waits, and then reads the block that is stored here.
    func relationChanged(
        _ event: RelationChanged,
        in context: CallContext
    ) async throws -> Nothing {
        let pair = Pair(event.one, event.other)
        return try await database.receive(event, in: context, at: now()) { tx in
            try await tx.lock([pair])
            try await tx.storeRelation(
                event.relation,
                of: event.one,
                and: event.other,
                version: event.version
            )
            guard try await tx.relation(pair.one, pair.other) == .blocked else { return }
            try await voidOpen(pair, in: tx)
        }
    }

    /// Makes void what is open between two people, whose lock is held. What has ended stays, and so
    /// do points.
    private func voidOpen(_ pair: Pair, in tx: Transaction) async throws {
        for held in try await tx.holdOpen(between: pair) {
            var next = held.dare
            try next.apply(.cut, at: now(), under: rules)
            try await settle(next, after: held, by: .cut, in: tx)
        }
    }
}
