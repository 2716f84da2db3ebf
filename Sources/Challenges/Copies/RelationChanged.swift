import ChallengesCore
import Identifiers
import IdentityAPI
import Outbox
import RPC
import Wire

extension Copies {
    /// Stores the relation of two users. A block then ends everything that is open between them, in
    /// each feature (2.11-block).
    ///
    /// Relations are stored under the lock of the pair: a concurrent send or invitation waits, and
    /// then reads the block. Relations that arrive at the same time are stored together. A block
    /// ends assignments and contests in separate transactions, so that their number cannot keep the
    /// block from being stored. The event is acknowledged after the last one, and is sent again
    /// until then.
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
