import Identifiers
import Postgres
import Values

// The `received_events` table. No other file names it.
extension Transaction {
    /// Remembers an event; waits for another transaction that is receiving it.
    ///
    /// Returns whether it is new.
    func remember(_ event: EventID, at now: Instant) throws -> Deferred<Bool> {
        try ask(
            """
            INSERT INTO received_events (id, received_at) VALUES (\(event), \(now))
            ON CONFLICT ON CONSTRAINT received_events_pkey DO NOTHING
            """
        ).map { $0 == 1 }
    }

    /// Remembers events, in the order of their ids, so that two transactions do not wait for each
    /// other in a circle; waits for others that are receiving one of them.
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

    /// Forgets at most `limit` events that came before that moment.
    func purgeReceivedEvents(before moment: Instant, limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM received_events WHERE id IN (
                SELECT id FROM received_events WHERE received_at < \(moment) LIMIT \(limit))
            """
        )
    }
}
