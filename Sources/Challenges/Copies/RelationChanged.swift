import ChallengesCore
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Values
import Wire

extension Copies {
    /// Stores the relation of two users; a block then ends what is open between them, each feature its
    /// own (2.11-block).
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
            for part in parts { try await part.blocked(pair, in: context) }
        }
        return received
    }
}
