import FoundationEssentials
public import Identifiers
public import Postgres
public import Values

/// A timer that is due.
struct DueTimer: Sendable {
    let timer: String
    let subject: UUID
    let dueAt: Instant
    /// The number of earlier attempts.
    let attempts: Int
    /// The trace of the call that set it, if known.
    let traceparent: String?
}

// The `timers` table. No other file names it.
extension Transaction {
    /// Schedules the timer for the subject, replacing an earlier schedule. Its handler then
    /// continues the trace of the transaction's call.
    public func schedule<Kind>(
        _ timer: String,
        _ subject: ID<Kind>,
        at due: Instant
    ) throws {
        try enqueue(
            """
            INSERT INTO timers (timer, subject, due_at, traceparent)
            VALUES (\(timer), \(subject), \(due), \(traceparent))
            ON CONFLICT ON CONSTRAINT timers_pkey DO UPDATE
            SET due_at = excluded.due_at, attempts = 0, traceparent = excluded.traceparent
            """
        )
        afterCommit { [signals] in signals.raise(Outbox.scheduled, due.microseconds) }
    }

    /// Schedules the timer for many subjects, none of them twice.
    public func schedule<Kind>(
        _ timer: String,
        _ due: [(subject: ID<Kind>, at: Instant)]
    ) throws {
        guard let first = due.map({ $0.at }).min() else { return }
        try enqueue(
            """
            INSERT INTO timers (timer, subject, due_at, traceparent)
            SELECT \(timer), subject, due_at, \(traceparent)
            FROM unnest(\(due.map { $0.subject }), \(due.map { $0.at })) AS due(subject, due_at)
            ON CONFLICT ON CONSTRAINT timers_pkey DO UPDATE
            SET due_at = excluded.due_at, attempts = 0, traceparent = excluded.traceparent
            """
        )
        afterCommit { [signals] in signals.raise(Outbox.scheduled, first.microseconds) }
    }

    /// Removes the subject's timer.
    public func unschedule<Kind>(_ timer: String, _ subject: ID<Kind>) throws {
        try enqueue("DELETE FROM timers WHERE timer = \(timer) AND subject = \(subject)")
    }

    /// Takes the timer that has been due longest, unless another transaction has it.
    ///
    /// The lease is an advisory lock that is released with the transaction. It is not the row's
    /// lock: a call locks the subject first and then changes its timer, so a handler that began
    /// with the timer's row could deadlock with it. `outbox_m07_walks.sql` explains the rest.
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
        // Another replica may have fired it between the snapshot and the lock: check again.
        let isStill = try await first(
            """
            SELECT due_at = \(found.dueAt) AND attempts = \(found.attempts) FROM timers
            WHERE timer = \(found.timer) AND subject = \(found.subject)
            """
        ) { row in try row.next(Bool.self) }
        return isStill == true ? found : try await takeDue(timers, at: now)
    }

    /// Removes a timer that was taken, unless it was rescheduled meanwhile.
    func remove(_ due: DueTimer) async throws {
        // Not `due_at =`, for which the server might use the index of due timers: that would read
        // everything that is due at the same moment.
        try await run(
            """
            DELETE FROM timers WHERE timer = \(due.timer) AND subject = \(due.subject)
            AND due_at IS NOT DISTINCT FROM \(due.dueAt)
            """
        )
    }
}

extension Database {
    /// Postpones a timer that failed, unless it was rescheduled meanwhile.
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
    /// When the next of these timers is due.
    func nextDue(_ timers: [String]) async throws -> Instant? {
        try await first(
            """
            SELECT due_at FROM timers WHERE timer = ANY(\(timers)) ORDER BY due_at LIMIT 1
            """,
            .point
        ) { row in try row.next() }
    }
}
