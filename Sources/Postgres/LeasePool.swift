import Metrics
import Synchronization

/// The connections that one task at a time has for itself.
final class LeasePool: Sendable {
    private struct State {
        var idle: [Line] = []
        var all: [Line] = []
        var isClosed = false
    }

    private let plan: Line.Plan
    private let countMax: Int
    private let closeWait: Duration
    private let queue: LeaseQueue
    private let metrics: DatabaseMetrics
    private let tickets = Atomic<UInt64>(0)
    private let state = Mutex(State())
    /// Wakes the one who closes, when the last connection came back.
    private let returned = Wakeup()

    init(
        _ plan: Line.Plan,
        countMax: Int,
        waitMax: Duration,
        closeWait: Duration,
        metrics: DatabaseMetrics
    ) {
        self.plan = plan
        self.metrics = metrics
        self.countMax = countMax
        self.closeWait = closeWait
        queue = LeaseQueue(patience: waitMax)
    }

    deinit {
        queue.close(Self.closed)
    }

    /// Takes a connection; where all are out, waits for one, but not for ever.
    ///
    /// - Throws: `PostgresError` (unavailable) after `waitMax`, `CancellationError`.
    func lease() async throws -> Line {
        try Task.checkCancellation()
        let line = try state.withLock { state -> Line? in
            guard !state.isClosed else { throw Self.closed }
            if let line = state.idle.popLast() { return line }
            guard state.all.count < countMax else { return nil }
            let line = Line(plan)
            state.all.append(line)
            return line
        }
        let leased = if let line { line } else { try await waitForLine() }
        metrics.inUse.increment()
        return leased
    }

    /// Brings a connection back; the one who waits longest has it next. A closed pool ends it.
    func release(_ line: Line) {
        metrics.inUse.decrement()
        let (waiter, isClosed) = state.withLock { state -> (LeaseQueue.Waiter?, Bool) in
            let waiter = queue.popFirst()
            if waiter == nil { state.idle.append(line) }
            return (waiter, state.isClosed)
        }
        waiter?.resume(returning: line)
        if isClosed {
            line.end()
            if usage.leased == 0 { returned.wake() }
        }
    }

    /// Lends a connection for the time of `body`.
    func with<Value>(_ body: (Line) async throws -> Value) async throws -> Value {
        let line = try await lease()
        defer { release(line) }
        return try await body(line)
    }

    /// Connections that are out, and connections there are.
    var usage: (leased: Int, all: Int) {
        state.withLock { ($0.all.count - $0.idle.count, $0.all.count) }
    }

    /// Every connection that nobody has.
    var idle: [Line] { state.withLock { $0.idle } }

    /// Lends nothing more, waits until what is out came back, but not for ever, and ends every
    /// connection.
    func close() async {
        let (lines, idle) = state.withLock { state in
            state.isClosed = true
            return (state.all, state.idle)
        }
        queue.close(Self.closed)
        for line in idle { line.end() }
        await waitForReturns()
        for line in lines { await line.close() }
    }

    /// Waits on a thread, so that a cancelled task waits as well.
    private func waitForReturns() async {
        guard usage.leased > 0 else { return }
        let deadline = monotonicNanoseconds() + closeWait.nanoseconds
        // Without a thread there is no wait.
        try? await OwnThread.run { [self] in
            while usage.leased > 0 {
                let now = monotonicNanoseconds()
                guard now < deadline else { break }
                let pause = Int32((deadline - now) / 1_000_000 + 1)
                _ = returned.wait(socket: -1, writing: false, milliseconds: pause)
            }
            // Another one may close as well.
            returned.wake()
        }
    }

    private func waitForLine() async throws -> Line {
        let ticket = tickets.add(1, ordering: .relaxed).newValue
        metrics.waiting.increment()
        defer { metrics.waiting.decrement() }
        do {
            return try await waitForLine(ticket)
        } catch {
            if (error as? PostgresError)?.isOverload == true { metrics.waitsRefused.increment() }
            throw error
        }
    }

    private func waitForLine(_ ticket: UInt64) async throws -> Line {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Line, any Error>? in
                    if state.isClosed { return .failure(Self.closed) }
                    // One may have come back meanwhile.
                    if let line = state.idle.popLast() { return .success(line) }
                    queue.append(ticket, continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
                if Task.isCancelled { queue.withdraw(ticket) }
            }
        } onCancel: {
            queue.withdraw(ticket)
        }
    }

    private static var closed: PostgresError { .unavailable("the database client is closed") }
}
