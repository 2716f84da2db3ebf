import Identifiers
import Postgres
import Values

// The `received_events` table. No other file names it.
extension Transaction {
    /// Stores an event; waits for another transaction that is receiving it.
    ///
    /// Returns whether it is new.
    func remember(_ event: EventID, at now: Instant) throws -> Deferred<Bool> {
        try deferred(
            """
            INSERT INTO received_events (id, received_at) VALUES (\(event), \(now))
            ON CONFLICT ON CONSTRAINT received_events_pkey DO NOTHING
            """
        ).map { $0 == 1 }
    }

    /// Stores events, in the order of their ids to avoid deadlocks between transactions; waits for
    /// others that are receiving one of them.
    ///
    /// Returns those that are new.
    func remember(_ events: [EventID], at now: Instant) async throws -> Set<EventID> {
        let new = try await all(
            """
            INSERT INTO received_events (id, received_at)
            SELECT id, \(now) FROM unnest(\(events.sorted())) AS event(id)
            ON CONFLICT ON CONSTRAINT received_events_pkey DO NOTHING RETURNING id
            """
        ) { row in try row.next(EventID.self) }
        return Set(new)
    }

    /// Deletes at most `limit` events that were received before the given moment.
    func purgeReceivedEvents(before moment: Instant, limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM received_events WHERE id IN (
                SELECT id FROM received_events WHERE received_at < \(moment) LIMIT \(limit))
            """
        )
    }
}
