import FoundationEssentials
import Identifiers
import NIOCore
import OutboxAPI
import Postgres
import Values
import Wire

/// An event to be inserted into the outbox.
struct OutgoingEvent: Sendable {
    let id: UUID
    let destination: ServiceName
    let key: UUID
    let partition: Int16
    let call: CallID
    let body: ByteBuffer
    /// The trace of the call that caused it.
    let traceparent: String?
}

/// An event to be delivered.
struct QueuedEvent: Sendable {
    let sequence: Int64
    let id: EventID
    let key: UUID
    let partition: Int16
    let call: CallID
    let body: ByteBuffer
    /// The number of earlier attempts.
    let attempts: Int
    /// The trace of the call that caused it, if known.
    var traceparent: String?
}

/// A delivery that failed.
struct FailedDelivery: Sendable {
    let sequence: Int64
    /// The number of attempts, including this one.
    let attempts: Int
    let fault: Fault
    /// No event of the same key is sent until then.
    var retryAt: Instant
}

/// How many events wait for one service, and since when.
struct Backlog: Sendable {
    let destination: String
    let count: Int
    let oldest: Instant
}

// The `outbox` table. No other file names it.
extension Transaction {
    func insert(_ event: OutgoingEvent, at now: Instant) throws {
        try enqueue(
            """
            INSERT INTO outbox (id, destination, ordering_key, partition, call, body, created_at,
                traceparent)
            VALUES (\(event.id), \(event.destination.rawValue), \(event.key), \(event.partition),
                \(Int32(event.call.rawValue)), \(Array(event.body.readableBytesView)), \(now),
                \(event.traceparent))
            """
        )
    }

    /// Inserts an event for each of some services, under an id of its own.
    func insert(_ event: OutgoingEvent, to destinations: [ServiceName], at now: Instant) throws {
        try enqueue(
            """
            INSERT INTO outbox (id, destination, ordering_key, partition, call, body, created_at,
                traceparent)
            SELECT receiver.id, receiver.destination, \(event.key), \(event.partition),
                \(Int32(event.call.rawValue)), \(Array(event.body.readableBytesView)), \(now),
                \(event.traceparent)
            FROM unnest(\(destinations.map { _ in UUID.version7() }),
                \(destinations.map(\.rawValue))) AS receiver(id, destination)
            """
        )
    }

    /// Inserts events in their order.
    func insert(_ events: [OutgoingEvent], at now: Instant) throws {
        guard events.count != 1 else { return try insert(events[0], at: now) }
        guard !events.isEmpty else { return }
        try enqueue(
            """
            INSERT INTO outbox (id, destination, ordering_key, partition, call, body, created_at,
                traceparent)
            SELECT id, destination, ordering_key, partition, call, body, \(now), traceparent
            FROM unnest(\(events.map(\.id)), \(events.map(\.destination.rawValue)),
                \(events.map(\.key)), \(events.map(\.partition)),
                \(events.map { Int32($0.call.rawValue) }),
                \(events.map { Array($0.body.readableBytesView) }), \(events.map(\.traceparent)))
                WITH ORDINALITY AS event(id, destination, ordering_key, partition, call, body,
                    traceparent, number)
            ORDER BY number
            """
        )
    }

    // The statements below name the destination, because the server may choose any index that
    // contains the sequence: for a table that was empty, each looks equally good.

    /// Deletes the acknowledged events.
    func remove(_ sequences: [Int64], to destination: ServiceName) throws {
        guard !sequences.isEmpty else { return }
        try enqueue(
            """
            DELETE FROM outbox
            WHERE destination = \(destination.rawValue) AND sequence = ANY(\(sequences))
            """
        )
    }

    /// Records failed attempts, and when to retry.
    func postpone(
        _ failures: [FailedDelivery],
        to destinations: [ServiceName] = ServiceName.allCases
    ) throws {
        guard !failures.isEmpty else { return }
        let sequences = failures.map(\.sequence)
        try enqueue(
            """
            UPDATE outbox SET attempts = failure.attempts, next_attempt_at = failure.retry_at,
                last_fault = failure.fault
            FROM unnest(\(sequences), \(failures.map { Int32($0.attempts) }),
                \(failures.map(\.retryAt)), \(failures.map(\.fault.code)))
                AS failure(sequence, attempts, retry_at, fault)
            WHERE outbox.sequence = failure.sequence AND outbox.sequence = ANY(\(sequences))
            AND destination = ANY(\(destinations.map(\.rawValue)))
            """
        )
    }

    /// Deletes an event that is blocked at this moment, and returns it; waits for another
    /// transaction that changes or deletes it. Returns nil if no such event is blocked.
    func removeBlocked(_ sequence: Int64) async throws -> BlockedEvent? {
        try await first(
            """
            DELETE FROM outbox
            WHERE sequence = \(sequence) AND next_attempt_at IS NOT NULL AND attempts > 0
            RETURNING \(BlockedEvent.columns), (
                SELECT count(*) FROM outbox AS later
                WHERE later.destination = outbox.destination
                AND later.ordering_key = outbox.ordering_key
                AND later.sequence > outbox.sequence)
            """
        ) { try BlockedEvent(reading: &$0) }
    }
}

extension Reader {
    /// The oldest events that may be sent: none of a key that has an event waiting for a retry, and
    /// none of a busy key. The events of each key are in order and without gaps.
    func queuedEvents(
        for destination: ServiceName,
        in partitions: [Int16],
        without busy: [UUID],
        at now: Instant,
        limit: Int
    ) async throws -> [QueuedEvent] {
        // A function, explained in `outbox_m08_own_blocked.sql`.
        try await all(
            """
            SELECT sequence, id, ordering_key, partition, call, body, attempts, traceparent
            FROM outbox_oldest(\(destination.rawValue), \(partitions), \(busy), \(now), \(limit))
            """
        ) { row in
            try QueuedEvent(
                sequence: row.next(),
                id: row.next(),
                key: row.next(),
                partition: row.next(),
                call: CallID(rawValue: UInt16(truncatingIfNeeded: row.next(Int32.self))),
                body: ByteBuffer(bytes: row.next([UInt8].self)),
                attempts: row.next(),
                traceparent: row.next()
            )
        }
    }

    /// The events waiting for each destination, counted up to a hundred thousand.
    func backlogs() async throws -> [Backlog] {
        try await all(
            """
            SELECT destination, count(*), min(created_at)
            FROM (
                SELECT destination, created_at FROM outbox ORDER BY sequence LIMIT 100000
            ) AS event
            GROUP BY destination
            """
        ) { row in
            try Backlog(destination: row.next(), count: row.next(), oldest: row.next())
        }
    }

    /// The blocked events after a sequence number, in order, each with the number of events that
    /// wait for it.
    func blockedEvents(after sequence: Int?, limit: Int) async throws -> [BlockedEvent] {
        // The join counts in one pass; a subquery would read the backlog once for each event.
        try await all(
            """
            SELECT blocked.*, count(later.sequence)
            FROM (
                SELECT \(BlockedEvent.columns) FROM outbox
                WHERE next_attempt_at IS NOT NULL AND attempts > 0
                    \(after: sequence, in: "sequence")
                ORDER BY sequence LIMIT \(limit)
            ) AS blocked
            LEFT JOIN outbox AS later
                ON later.destination = blocked.destination
                AND later.ordering_key = blocked.ordering_key
                AND later.sequence > blocked.sequence
            GROUP BY \(BlockedEvent.columns.of("blocked"))
            ORDER BY blocked.sequence
            """
        ) { try BlockedEvent(reading: &$0) }
    }

    /// Whether there is an event of that sequence number.
    func hasEvent(_ sequence: Int64) async throws -> Bool {
        try await one("SELECT EXISTS (SELECT FROM outbox WHERE sequence = \(sequence))", .point) {
            try $0.next()
        }
    }
}

extension BlockedEvent {
    fileprivate static let columns: Columns = [
        "sequence", "id", "destination", "call", "ordering_key", "created_at", "attempts",
        "last_fault", "next_attempt_at",
    ]

    /// Reads `columns`, and how many events wait for it.
    fileprivate init(reading row: inout Row) throws {
        try self.init(
            number: row.next(),
            event: row.next(),
            destination: row.next(),
            call: CallID(rawValue: UInt16(truncatingIfNeeded: row.next(Int32.self))),
            key: row.next(),
            createdAt: row.next(),
            attempts: row.next(),
            fault: row.next(),
            nextAttemptAt: row.next(),
            waiting: row.next()
        )
    }
}
