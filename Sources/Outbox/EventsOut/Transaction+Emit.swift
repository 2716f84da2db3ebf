import FoundationEssentials
import Identifiers
import NIOCore
public import Postgres
public import Values
public import Wire

extension Transaction {
    /// Emits an event with this transaction: delivered at least once, in order per key, and never
    /// if the transaction is rolled back (2.14-between-services).
    ///
    /// It continues the trace of the transaction's call, and is sent with the next statement. Call
    /// it last, after the locks on the changed rows: its sequence number is drawn when it is
    /// inserted, and only those locks make it the order of the commits.
    public func emit<E: Event>(
        _ event: E,
        to destination: ServiceName,
        at now: Instant = .now()
    ) throws {
        let queued = try outgoing(event, to: destination)
        try insert(queued, at: now)
        raise(1 << Int64(queued.partition), to: destination)
    }

    /// Emits an event to several services, as if to one by one, with one statement.
    public func emit<E: Event>(
        _ event: E,
        to destinations: [ServiceName],
        at now: Instant = .now()
    ) throws {
        guard let first = destinations.first else { return }
        let queued = try outgoing(event, to: first)
        try insert(queued, to: destinations, at: now)
        for destination in destinations { raise(1 << Int64(queued.partition), to: destination) }
    }

    /// Emits many events, in their order, as if one by one: in statements of a thousand.
    public func emit<E: Event>(
        _ events: [E],
        to destination: ServiceName,
        at now: Instant = .now()
    ) throws {
        var partitions: Int64 = 0
        var rest = events[...]
        while !rest.isEmpty {
            let queued = try rest.prefix(1_000).map { try outgoing($0, to: destination) }
            rest = rest.dropFirst(queued.count)
            try insert(queued, at: now)
            for event in queued { partitions |= 1 << Int64(event.partition) }
        }
        if partitions != 0 { raise(partitions, to: destination) }
    }

    private func outgoing<E: Event>(
        _ event: E,
        to destination: ServiceName
    ) throws -> OutgoingEvent {
        let body = try WireEncoder().encode(event)
        guard body.readableBytes <= Limits.frameBytesMax - Limits.contextBytesMax - 64 else {
            throw WireError.tooLarge
        }
        let key = event.orderingKey
        return OutgoingEvent(
            id: UUID.version7(),
            destination: destination,
            key: key.uuid,
            partition: key.partition,
            call: E.id,
            body: body,
            traceparent: traceparent
        )
    }

    /// Wakes the replicas that deliver these partitions, after the commit.
    func raise(_ partitions: Int64, to destination: ServiceName) {
        let signal = Outbox.emitted(to: destination)
        afterCommit { [signals] in signals.raise(signal, partitions) }
    }
}
