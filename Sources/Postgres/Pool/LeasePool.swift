import Metrics
import Synchronization

/// The pool of connections that one task at a time uses exclusively.
///
/// Invariant: while a task waits, no open connection is idle.
final class LeasePool: Sendable {
    private struct State {
        var idle: [PipelinedConnection] = []
        var all: [PipelinedConnection] = []
        /// The number of connections to end when they are returned.
        var owed = 0
        var isClosed = false

        /// Returns an idle connection, and forgets those that were lost meanwhile.
        mutating func popIdle() -> PipelinedConnection? {
            while let connection = idle.popLast() {
                if connection.isOpen { return connection }
                forget(connection)
            }
            return nil
        }

        mutating func forget(_ connection: PipelinedConnection) {
            all.removeAll { $0 === connection }
        }
    }

    let configuration: PipelinedConnection.Configuration
    private let opener: Opener
    private let countMax: Int
    private let closeWait: Duration
    private let queue: LeaseQueue
    private let metrics: DatabaseMetrics
    private let state = Mutex(State())
    /// Wakes `close` when the last connection was returned.
    private let returned = Wakeup()

    init(
        _ configuration: PipelinedConnection.Configuration,
        _ opener: Opener,
        countMax: Int,
        waitMax: Duration,
        closeWait: Duration,
        metrics: DatabaseMetrics
    ) {
        self.configuration = configuration
        self.opener = opener
        self.metrics = metrics
        self.countMax = countMax
        self.closeWait = closeWait
        queue = LeaseQueue(waitMax: waitMax, .overload("every connection is in use"))
    }

    deinit {
        queue.close(Self.closed)
    }

    /// Leases an open connection; if none is free, waits for one.
    ///
    /// - Throws: `PostgresError` (unavailable) after `waitMax`, `CancellationError`.
    func lease() async throws -> PipelinedConnection {
        try Task.checkCancellation()
        if configuration.availability.isAway { throw PostgresError.away }
        let connection = try state.withLock { state in
            guard !state.isClosed else { throw Self.closed }
            return state.popIdle()
        }
        let leased = if let connection { connection } else { try await waitForConnection() }
        metrics.inUse.increment()
        return leased
    }

    /// Returns a connection to the pool; the task that has waited longest gets it next. A lost one
    /// is forgotten, and a closed pool ends what is returned.
    func release(_ connection: PipelinedConnection) {
        metrics.inUse.decrement()
        let (waiter, isKept, isClosed) = state.withLock {
            state -> (LeaseQueue.Waiter?, Bool, Bool) in
            let isOwed = state.owed > 0
            if isOwed { state.owed -= 1 }
            guard connection.isOpen, !isOwed else {
                state.forget(connection)
                return (nil, false, state.isClosed)
            }
            let waiter = queue.popFirst()
            if waiter == nil { state.idle.append(connection) }
            return (waiter, true, state.isClosed)
        }
        waiter?.resume(returning: connection)
        if isClosed || !isKept { connection.end() }
        if isClosed, usage.leased == 0 { returned.wake() }
        if !isKept, !queue.isEmpty { opener.ask() }
    }

    /// Leases a connection for the duration of `body`.
    func with<Value>(_ body: (PipelinedConnection) async throws -> Value) async throws -> Value {
        let connection = try await lease()
        defer { release(connection) }
        return try await body(connection)
    }

    /// The number of leased connections, and of all.
    var usage: (leased: Int, all: Int) {
        state.withLock { ($0.all.count - $0.idle.count, $0.all.count) }
    }

    /// The start of the longest wait for a result; `nil` if no statement waits.
    var waitingSince: UInt64? { PipelinedConnection.waitingSince(state.withLock(\.all)) }

    /// Checks that the server answers, over an idle connection; does nothing if the last check
    /// there is still under way.
    func probe() {
        let asked = state.withLock {
            state -> (connection: PipelinedConnection, submission: PipelinedConnection.Submission)?
            in
            guard let connection = state.idle.last(where: \.isOpen), connection.outstanding == 0
            else {
                return nil
            }
            // Under the lock, so that it precedes everything that the connection's next user sends.
            return (connection, connection.submitProbe())
        }
        if let asked { asked.connection.flush(asked.submission) }
    }

    /// The open connections that are not leased.
    var idle: [PipelinedConnection] { state.withLock { $0.idle.filter(\.isOpen) } }

    /// Leases no more connections, waits up to `closeWait` for those in use, and ends every
    /// connection.
    func close() async {
        let (connections, idle) = state.withLock { state in
            state.isClosed = true
            return (state.all, state.idle)
        }
        queue.close(Self.closed)
        for connection in idle { connection.end() }
        await waitForReturns()
        for connection in connections { await connection.close() }
    }

    /// Waits on a thread, so that a cancelled task waits as well.
    private func waitForReturns() async {
        guard usage.leased > 0 else { return }
        let deadline = monotonicNanoseconds() + closeWait.nanoseconds
        // Without a thread there is no wait.
        try? await DedicatedThread.run { [self] in
            while usage.leased > 0 {
                let now = monotonicNanoseconds()
                guard now < deadline else { break }
                let pause = Int32((deadline - now) / 1_000_000 + 1)
                _ = returned.wait(socket: -1, writing: false, milliseconds: pause)
            }
            // Another task may be closing as well.
            returned.wake()
        }
    }

    private func waitForConnection() async throws -> PipelinedConnection {
        metrics.waiting.increment()
        defer { metrics.waiting.decrement() }
        do {
            return try await queue.connection { wait in
                let (outcome, isFull) = state.withLock {
                    state -> (Result<PipelinedConnection, any Error>?, Bool) in
                    if state.isClosed { return (.failure(Self.closed), true) }
                    // A connection may have been returned meanwhile.
                    if let connection = state.popIdle() { return (.success(connection), true) }
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

    func take(_ connection: PipelinedConnection) {
        let (waiter, ends) = state.withLock { state -> (LeaseQueue.Waiter?, Bool) in
            guard !state.isClosed else { return (nil, true) }
            state.all.append(connection)
            let waiter = queue.popFirst()
            if waiter == nil { state.idle.append(connection) }
            return (waiter, false)
        }
        waiter?.resume(returning: connection)
        if ends { connection.end() }
    }

    func wasRefused() {}

    func giveUpOne() {
        let connection = state.withLock { state -> PipelinedConnection? in
            guard let connection = state.popIdle() else {
                state.owed = 1
                return nil
            }
            state.forget(connection)
            return connection
        }
        connection?.end()
    }

    func refuseAll(_ error: PostgresError) {
        queue.refuseAll(error)
    }
}
