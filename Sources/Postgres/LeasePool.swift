import Metrics
import Synchronization

/// The connections that one task at a time has for itself.
///
/// Invariant: while somebody waits, no open connection is idle.
final class LeasePool: Sendable {
    private struct State {
        var idle: [Line] = []
        var all: [Line] = []
        /// Connections to be ended instead of lent again.
        var owed = 0
        var isClosed = false

        /// An idle connection; those that fell meanwhile are left out from here on.
        mutating func popIdle() -> Line? {
            while let line = idle.popLast() {
                if line.isOpen { return line }
                forget(line)
            }
            return nil
        }

        mutating func forget(_ line: Line) {
            all.removeAll { $0 === line }
        }
    }

    let plan: Line.Plan
    private let opener: Opener
    private let countMax: Int
    private let closeWait: Duration
    private let queue: LeaseQueue
    private let metrics: DatabaseMetrics
    private let state = Mutex(State())
    /// Wakes the one who closes, when the last connection came back.
    private let returned = Wakeup()

    init(
        _ plan: Line.Plan,
        _ opener: Opener,
        countMax: Int,
        waitMax: Duration,
        closeWait: Duration,
        metrics: DatabaseMetrics
    ) {
        self.plan = plan
        self.opener = opener
        self.metrics = metrics
        self.countMax = countMax
        self.closeWait = closeWait
        queue = LeaseQueue(patience: waitMax, .overload("every connection is in use"))
    }

    deinit {
        queue.close(Self.closed)
    }

    /// Takes a connection that is open; where none is free, waits for one, but not for ever.
    ///
    /// - Throws: `PostgresError` (unavailable) after `waitMax`, `CancellationError`.
    func lease() async throws -> Line {
        try Task.checkCancellation()
        if plan.availability.isAway { throw PostgresError.away }
        let line = try state.withLock { state in
            guard !state.isClosed else { throw Self.closed }
            return state.popIdle()
        }
        let leased = if let line { line } else { try await waitForLine() }
        metrics.inUse.increment()
        return leased
    }

    /// Brings a connection back; the one who waits longest has it next. One that fell is left out,
    /// and a closed pool ends it.
    func release(_ line: Line) {
        metrics.inUse.decrement()
        let (waiter, isKept, isClosed) = state.withLock {
            state -> (LeaseQueue.Waiter?, Bool, Bool) in
            let isOwed = state.owed > 0
            if isOwed { state.owed -= 1 }
            guard line.isOpen, !isOwed else {
                state.forget(line)
                return (nil, false, state.isClosed)
            }
            let waiter = queue.popFirst()
            if waiter == nil { state.idle.append(line) }
            return (waiter, true, state.isClosed)
        }
        waiter?.resume(returning: line)
        if isClosed || !isKept { line.end() }
        if isClosed, usage.leased == 0 { returned.wake() }
        if !isKept, !queue.isEmpty { opener.ask() }
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

    /// Since when the statement waits for its answer that waits longest; `nil` where none does.
    var waitingSince: UInt64? { Line.waitingSince(state.withLock(\.all)) }

    /// Asks the server whether it answers at all, once at a time, over a connection that nobody has.
    func probe() {
        let asked = state.withLock { state -> (line: Line, load: Line.Load)? in
            guard let line = state.idle.last(where: \.isOpen), line.outstanding == 0 else {
                return nil
            }
            // Here, so that it goes before all that the next one sends who has the connection.
            return (line, line.loadProbe())
        }
        if let asked { asked.line.carry(asked.load) }
    }

    /// Every open connection that nobody has.
    var idle: [Line] { state.withLock { $0.idle.filter(\.isOpen) } }

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
        metrics.waiting.increment()
        defer { metrics.waiting.decrement() }
        do {
            return try await queue.line { wait in
                let (outcome, isFull) = state.withLock {
                    state -> (Result<Line, any Error>?, Bool) in
                    if state.isClosed { return (.failure(Self.closed), true) }
                    // One may have come back meanwhile.
                    if let line = state.popIdle() { return (.success(line), true) }
                    wait()
                    return (nil, state.all.count >= countMax)
                }
                if !isFull { opener.ask() }
                return outcome
            }
        } catch {
            if (error as? PostgresError)?.isOverload == true { metrics.waitsRefused.increment() }
            throw error
        }
    }

    private static var closed: PostgresError { .unavailable("the database client is closed") }
}

extension LeasePool: Opener.Owner {
    var need: Opener.Need {
        guard !queue.isEmpty else { return .none }
        return state.withLock { state in
            if state.isClosed || state.all.count >= countMax { return .none }
            return state.all.contains(where: \.isOpen) ? .some : .urgent
        }
    }

    var openCount: Int { state.withLock { $0.all.count(where: \.isOpen) } }

    func take(_ line: Line) {
        let (waiter, ends) = state.withLock { state -> (LeaseQueue.Waiter?, Bool) in
            guard !state.isClosed else { return (nil, true) }
            state.all.append(line)
            let waiter = queue.popFirst()
            if waiter == nil { state.idle.append(line) }
            return (waiter, false)
        }
        waiter?.resume(returning: line)
        if ends { line.end() }
    }

    func wasRefused() {}

    func giveUpOne() {
        let line = state.withLock { state -> Line? in
            guard let line = state.popIdle() else {
                state.owed = 1
                return nil
            }
            state.forget(line)
            return line
        }
        line?.end()
    }

    func refuseAll(_ error: PostgresError) {
        queue.refuseAll(error)
    }
}
