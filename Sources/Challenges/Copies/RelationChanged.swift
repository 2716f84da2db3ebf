import ChallengesCore
import Identifiers
import IdentityAPI
import Outbox
import RPC
import Wire

extension Copies {
    /// Stores the relation of two users; a block then ends what is open between them, each feature its
    /// own (2.11-block).
    ///
    /// Holds the pair's lock while it is stored: a concurrent send or invitation waits, then reads
    /// the block. Those that arrive at the same moment are stored together. What a block ends are
    /// transactions of their own, so that no number of assignments or contests keeps it from being
    /// stored; the event is acknowledged after the last one, and until then sent again.
    func relationChanged(
        _ event: RelationChanged,
        in context: CallContext
    ) async throws -> Nothing {
        let received = try await relations.receive(event, in: context)
        if event.relation == .blocked {
            let pair = Pair(event.one, event.other)
            for part in parts { try await part.blocked(pair, in: context) }
        }
        return received
    }
}
