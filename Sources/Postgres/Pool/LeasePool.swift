import Metrics
import Synchronization

/// The pool of connections that one task at a time uses exclusively.
///
/// Invariant: while a task waits that may have a connection, no open one is idle.
final class LeasePool: Sendable {
    private struct State {
        var idle: [PipelinedConnection] = []
        var all: [PipelinedConnection] = []
        /// The number of connections to end when they are returned.
        var owed = 0
        var isClosed = false
        var shares: LeaseShares

        /// Leases an idle connection, if the purpose may have one.
        mutating func leaseIdle(for purpose: LeasePurpose) -> PipelinedConnection? {
            guard shares.admits(purpose), let connection = popIdle() else { return nil }
            shares.lease(purpose)
            return connection
        }

        /// Leases a connection to the waiting task that gets the next one; if there is none, the
        /// connection is idle.
        mutating func pass(_ connection: PipelinedConnection, to queue: LeaseQueue) -> Passed? {
            guard let (waiter, purpose) = queue.popFirst(shares) else {
                idle.append(connection)
                return nil
            }
            shares.lease(purpose)
            return Passed(connection: connection, waiter: waiter)
        }

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

    /// A connection that was leased to a waiting task, which is to be resumed.
    private struct Passed {
        let connection: PipelinedConnection
        let waiter: LeaseQueue.Waiter

        func resume() { waiter.resume(returning: connection) }
    }

    let configuration: PipelinedConnection.Configuration
    private let opener: Opener
    private let countMax: Int
    private let closeWait: Duration
    private let queue: LeaseQueue
    private let metrics: DatabaseMetrics
    private let state: Mutex<State>
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
        state = Mutex(State(shares: LeaseShares(of: countMax)))
        queue = LeaseQueue(waitMax: waitMax, .overload("every connection is in use"))
    }

    deinit {
        queue.close(Self.closed)
    }

    /// Leases an open connection; if none is free for this purpose, waits for one.
    ///
    /// - Throws: `PostgresError` (unavailable) after `waitMax`, `CancellationError`.
    func lease(for purpose: LeasePurpose) async throws -> PipelinedConnection {
        try Task.checkCancellation()
        if configuration.availability.isAway { throw PostgresError.away }
        let connection = try state.withLock { state in
            guard !state.isClosed else { throw Self.closed }
            return state.leaseIdle(for: purpose)
        }
        let leased =
            if let connection {
                connection
            } else {
                try await waitForConnection(for: purpose)
            }
        metrics.inUse.increment()
        return leased
    }

    /// Returns a connection to the pool; among the tasks that may have it, the one that has waited
    /// longest gets it next (`LeaseShares`). A lost one is forgotten, and a closed pool ends what
    /// is returned.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - purpose: What it was leased for.
    func release(_ connection: PipelinedConnection, for purpose: LeasePurpose) {
        metrics.inUse.decrement()
        let (passed, isKept, isClosed, asks) = state.withLock {
            state -> (Passed?, Bool, Bool, Bool) in
            state.shares.giveBack(purpose)
            let isOwed = state.owed > 0
            if isOwed { state.owed -= 1 }
            let isKept = connection.isOpen && !isOwed
            if !isKept { state.forget(connection) }
            // In place of a lost one, a task may get one that was idle for others.
            let free = isKept ? connection : queue.hasNext(state.shares) ? state.popIdle() : nil
            let passed = free.flatMap { state.pass($0, to: queue) }
            return (passed, isKept, state.isClosed, isShort(state))
        }
        passed?.resume()
        if isClosed || !isKept { connection.end() }
        if isClosed, usage.leased == 0 { returned.wake() }
        if asks { opener.ask() }
    }

    /// Whether a task waits for which a connection may be opened.
    private func isShort(_ state: State) -> Bool {
        !state.isClosed && state.all.count < countMax && queue.hasNext(state.shares)
    }

    /// Leases a connection for the duration of `body`.
    func with<Value>(
        for purpose: LeasePurpose,
        _ body: (PipelinedConnection) async throws -> Value
    ) async throws -> Value {
        let connection = try await lease(for: purpose)
        defer { release(connection, for: purpose) }
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

    private func waitForConnection(
        for purpose: LeasePurpose
    ) async throws -> PipelinedConnection {
        metrics.waiting.increment()
        defer { metrics.waiting.decrement() }
        do {
            return try await queue.connection(for: purpose) { wait in
                let (outcome, asks) = state.withLock {
                    state -> (Result<PipelinedConnection, any Error>?, Bool) in
                    if state.isClosed { return (.failure(Self.closed), false) }
                    // A connection may have been returned meanwhile.
                    if let connection = state.leaseIdle(for: purpose) {
                        return (.success(connection), false)
                    }
                    wait()
                    return (nil, isShort(state))
                }
                if asks { opener.ask() }
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
            guard isShort(state) else { return .none }
            return state.all.contains(where: \.isOpen) ? .some : .urgent
        }
    }

    var openCount: Int { state.withLock { $0.all.count(where: \.isOpen) } }

    func take(_ connection: PipelinedConnection) {
        let (passed, ends) = state.withLock { state -> (Passed?, Bool) in
            guard !state.isClosed else { return (nil, true) }
            state.all.append(connection)
            return (state.pass(connection, to: queue), false)
        }
        passed?.resume()
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
