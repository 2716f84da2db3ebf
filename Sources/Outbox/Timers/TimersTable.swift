import FoundationEssentials
public import Identifiers
public import Postgres
public import Values

/// Something that fell due.
struct DueTimer: Sendable {
    let timer: String
    let subject: UUID
    let dueAt: Instant
    /// How often it was tried before.
    let attempts: Int
    /// The trace of the call that set it, where one is known.
    let traceparent: String?
}

// The `timers` table. No other file names it.
extension Transaction {
    /// Has the timer fire for the subject at that moment, in place of an earlier arrangement. What
    /// it does then carries the trace of the transaction's call on.
    public func schedule<Kind>(
        _ timer: String,
        _ subject: ID<Kind>,
        at due: Instant
    ) async throws {
        try send(
            """
            INSERT INTO timers (timer, subject, due_at, traceparent)
            VALUES (\(timer), \(subject), \(due), \(traceparent))
            ON CONFLICT ON CONSTRAINT timers_pkey DO UPDATE
            SET due_at = excluded.due_at, attempts = 0, traceparent = excluded.traceparent
            """
        )
        afterCommit { [signals] in signals.raise(Outbox.scheduled, due.microseconds) }
    }

    /// The same for many subjects, none of them twice.
    public func schedule<Kind>(
        _ timer: String,
        _ due: [(subject: ID<Kind>, at: Instant)]
    ) async throws {
        guard let first = due.map(\.at).min() else { return }
        try await run(
            """
            INSERT INTO timers (timer, subject, due_at, traceparent)
            SELECT \(timer), subject, due_at, \(traceparent)
            FROM unnest(\(due.map(\.subject)), \(due.map(\.at))) AS due(subject, due_at)
            ON CONFLICT ON CONSTRAINT timers_pkey DO UPDATE
            SET due_at = excluded.due_at, attempts = 0, traceparent = excluded.traceparent
            """
        )
        afterCommit { [signals] in signals.raise(Outbox.scheduled, first.microseconds) }
    }

    /// Has the timer not fire for the subject.
    public func unschedule<Kind>(_ timer: String, _ subject: ID<Kind>) async throws {
        try send("DELETE FROM timers WHERE timer = \(timer) AND subject = \(subject)")
    }

    /// Takes the timer that has been due longest, unless another transaction has it.
    ///
    /// The lease is an advisory lock that falls with the transaction. It is not the row's lock:
    /// a call locks the subject first and then changes its timer, and a handler that began with
    /// the timer's row would stand in its way. `outbox_m07_walks.sql` has the rest.
    func takeDue(_ timers: [String], at now: Instant) async throws -> DueTimer? {
        let found = try await first(
            """
            SELECT timer, subject, due_at, attempts, traceparent
            FROM timers_take(\(timers), \(now))
            """
        ) { row in
            try DueTimer(
                timer: row.next(),
                subject: row.next(),
                dueAt: row.next(),
                attempts: row.next(),
                traceparent: row.next()
            )
        }
        guard let found else { return nil }
        // Another may have fired it between the snapshot and the lock: this looks again.
        let isStill = try await first(
            """
            SELECT due_at = \(found.dueAt) AND attempts = \(found.attempts) FROM timers
            WHERE timer = \(found.timer) AND subject = \(found.subject)
            """
        ) { row in try row.next(Bool.self) }
        return isStill == true ? found : try await takeDue(timers, at: now)
    }

    /// Removes a timer that was taken, unless it was arranged anew meanwhile.
    func remove(_ due: DueTimer) async throws {
        // Not `due_at =`, which the index of what falls due would answer too: with everything that
        // is due at the same moment.
        try await run(
            """
            DELETE FROM timers WHERE timer = \(due.timer) AND subject = \(due.subject)
            AND due_at IS NOT DISTINCT FROM \(due.dueAt)
            """
        )
    }
}

extension Database {
    /// Has a timer that failed try again later, unless it was arranged anew meanwhile.
    func postpone(_ due: DueTimer, until later: Instant) async throws {
        try await run(
            """
            UPDATE timers SET due_at = \(later), attempts = attempts + 1
            WHERE timer = \(due.timer) AND subject = \(due.subject)
            AND due_at IS NOT DISTINCT FROM \(due.dueAt) AND attempts = \(due.attempts)
            """
        )
    }
}

extension Reader {
    /// When the next of these timers falls due.
    func nextDue(_ timers: [String]) async throws -> Instant? {
        try await first(
            """
            SELECT due_at FROM timers WHERE timer = ANY(\(timers)) ORDER BY due_at LIMIT 1
            """,
            .point
        ) { row in try row.next() }
    }
}
