import FoundationEssentials
import Identifiers
import NIOCore
public import Postgres
public import Values
public import Wire

extension Transaction {
    /// Lets an event leave with this transaction: delivered at least once, in order per key, and
    /// never when the transaction is taken back (2.14-between-services).
    ///
    /// It carries the trace of the transaction's call on. Call it last, after the locks on the
    /// changed rows: the event's place in the order is drawn here, and only those locks make it the
    /// order of the commits.
    public func emit<E: Event>(
        _ event: E,
        to destination: ServiceName,
        at now: Instant = .now()
    ) async throws {
        let body = try WireEncoder().encode(event)
        guard body.readableBytes <= Limits.frameBytesMax - Limits.contextBytesMax - 64 else {
            throw WireError.tooLarge
        }
        let key = event.orderingKey
        try await insert(
            OutgoingEvent(
                id: UUID.version7(),
                destination: destination,
                key: key.uuid,
                partition: key.partition,
                call: E.id,
                body: body,
                traceparent: traceparent
            ),
            at: now
        )
        let partitions = Int64(1) << Int64(key.partition)
        afterCommit { [signals] in signals.raise(Outbox.emitted, partitions) }
    }
}
