import Identifiers
import Postgres
import Values

// The `received_events` table. No other file names it.
extension Transaction {
    /// Remembers an event; waits for another transaction that is receiving it.
    ///
    /// Returns whether it is new.
    func remember(_ event: EventID, at now: Instant) throws -> Coming<Bool> {
        try ask(
            """
            INSERT INTO received_events (id, received_at) VALUES (\(event), \(now))
            ON CONFLICT ON CONSTRAINT received_events_pkey DO NOTHING
            """
        ).map { $0 == 1 }
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
