public import FoundationEssentials
public import Logging
public import Postgres
import RPC
public import ServiceLifecycle
import Synchronization
public import Values

/// The loop that fires due timers.
///
/// A timer is a row, set and removed with the change that it belongs to. The replica that comes
/// first runs the handler in the transaction that removes the row, so the effect happens once, and
/// nothing depends on a process that is gone. A handler that fails is retried after 250 ms, and
/// after twice as long each time, up to a minute.
public struct Timers: Service {
    /// A timer's handler: runs in the transaction, for the subject, at the current moment. The
    /// subject may have changed meanwhile; the handler must check, and then do nothing.
    public typealias Action = @Sendable (Transaction, UUID, Instant) async throws -> Void
    /// Actions by the names of their timers.
    public typealias Actions = [String: Action]

    private let database: Database
    private let now: @Sendable () -> Instant
    private let width: Int
    private let poll: Duration
    private let logger: Logger
    private let complaints: RateLimitedLog
    private let actions: Actions

    /// The outcome of one attempt.
    private enum Firing {
        case nothingDue, fired, failed
    }

    /// Fires the timers of a database.
    ///
    /// - Parameters:
    ///   - database: The service's own.
    ///   - now: The time.
    ///   - width: The maximum number of handlers that run at the same time.
    ///   - poll: How often the database is queried although no timer is known to be due.
    ///   - logger: Receives a line for each handler that fails.
    ///   - actions: The handlers by the names of their timers. Other timers are left alone.
    public init(
        of database: Database,
        now: @escaping @Sendable () -> Instant = { .now() },
        width: Int = 4,
        poll: Duration = .seconds(1),
        logger: Logger = Logger(label: "gauntlet.timers"),
        _ actions: Actions
    ) {
        self.database = database
        self.now = now
        self.width = width
        self.poll = poll
        self.logger = logger
        complaints = RateLimitedLog(logger)
        self.actions = actions
    }

    /// Fires until shutdown; then lets the handlers under way finish.
    public func run() async throws {
        let queue = WakeableQueue<Int64>()
        let subscription = database.signals.subscribe(Outbox.scheduled) { queue.post($0) }
        defer { database.signals.end(subscription) }
        await withTaskCancellationOrGracefulShutdownHandler {
            while !Task.isCancelled, !queue.isClosed {
                await rest(queue, until: await round(queue))
            }
        } onCancelOrGracefulShutdown: {
            queue.close()
        }
    }

    /// Fires everything that is due, the longest due first.
    ///
    /// Returns how many handlers succeeded; one that fails is postponed, and logged.
    public func fireDue() async throws -> Int {
        let moment = now()
        var count = 0
        while true {
            switch try await fireNext(at: moment) {
            case .fired: count += 1
            case .failed: continue
            case .nothingDue: return count
            }
        }
    }

    /// Fires what is due, and returns until when there is nothing more to do.
    private func round(_ queue: WakeableQueue<Int64>) async -> Instant {
        let begin = now()
        do {
            try await withThrowingTaskGroup { group in
                for _ in 0..<width {
                    group.addTask {
                        while !queue.isClosed, try await fireNext(at: now()) != .nothingDue {}
                    }
                }
                try await group.waitForAll()
            }
            guard let next = try await database.nextDue(Array(actions.keys)) else {
                return now() + poll
            }
            // What was due all the time but was not fired is being handled by another replica.
            return next > begin ? min(next, now() + poll) : now() + poll / 20
        } catch {
            if !Task.isCancelled {
                complaints.warning("Reading timers failed.", error)
            }
            return now() + poll
        }
    }

    /// Waits until then, or until a timer is scheduled that is due earlier.
    private func rest(_ queue: WakeableQueue<Int64>, until end: Instant) async {
        while !Task.isCancelled, !queue.isClosed {
            let left = end - now()
            guard left > .zero else { return }
            let scheduled = await queue.take(within: left)
            if scheduled.contains(where: { $0 < end.microseconds }) { return }
        }
    }

    private func fireNext(at moment: Instant) async throws -> Firing {
        let taken = Mutex<DueTimer?>(nil)
        do {
            return try await database.transaction { tx in
                taken.withLock { $0 = nil }
                guard
                    let due = try await tx.takeDue(Array(actions.keys), at: moment),
                    let action = actions[due.timer]
                else { return .nothingDue }
                taken.withLock { $0 = due }
                tx.traceparent = due.traceparent ?? TraceContext().traceparent
                try await action(tx, due.subject, moment)
                try await tx.remove(due)
                return .fired
            }
        } catch {
            guard let due = taken.withLock({ $0 }), !Task.isCancelled else { throw error }
            try await putOff(due, at: moment, error)
            return .failed
        }
    }

    private func putOff(_ due: DueTimer, at moment: Instant, _ error: any Error) async throws {
        logger.error(
            "A timer failed; will retry.",
            metadata: [
                "timer": "\(due.timer)", "subject": "\(due.subject)",
                "attempts": "\(due.attempts + 1)",
                "trace": "\(due.traceparent.flatMap(TraceContext.init)?.traceID ?? "none")",
                "error": "\(String(reflecting: error))",
            ]
        )
        let later = moment + Backoff.timer.delay(after: due.attempts + 1)
        try await database.postpone(due, until: later)
    }
}
