import Metrics
import Synchronization

/// The connections that one task at a time has for itself.
///
/// Invariant: while somebody waits, no open connection is idle.
final class LeasePool: Sendable {
    private struct State {
        var idle: [PipelinedConnection] = []
        var all: [PipelinedConnection] = []
        /// Connections to be ended instead of lent again.
        var owed = 0
        var isClosed = false

        /// An idle connection; those that fell meanwhile are left out from here on.
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
    /// Wakes the one who closes, when the last connection came back.
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
        queue = LeaseQueue(patience: waitMax, .overload("every connection is in use"))
    }

    deinit {
        queue.close(Self.closed)
    }

    /// Takes a connection that is open; where none is free, waits for one, but not for ever.
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

    /// Brings a connection back; the one who waits longest has it next. One that fell is left out,
    /// and a closed pool ends it.
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

    /// Lends a connection for the time of `body`.
    func with<Value>(_ body: (PipelinedConnection) async throws -> Value) async throws -> Value {
        let connection = try await lease()
        defer { release(connection) }
        return try await body(connection)
    }

    /// Connections that are out, and connections there are.
    var usage: (leased: Int, all: Int) {
        state.withLock { ($0.all.count - $0.idle.count, $0.all.count) }
    }

    /// Since when the statement waits for its answer that waits longest; `nil` where none does.
    var waitingSince: UInt64? { PipelinedConnection.waitingSince(state.withLock(\.all)) }

    /// Asks the server whether it answers at all, once at a time, over a connection that nobody has.
    func probe() {
        let asked = state.withLock {
            state -> (connection: PipelinedConnection, submission: PipelinedConnection.Submission)?
            in
            guard let connection = state.idle.last(where: \.isOpen), connection.outstanding == 0
            else {
                return nil
            }
            // Here, so that it goes before all that the next one sends who has the connection.
            return (connection, connection.submitProbe())
        }
        if let asked { asked.connection.flush(asked.submission) }
    }

    /// Every open connection that nobody has.
    var idle: [PipelinedConnection] { state.withLock { $0.idle.filter(\.isOpen) } }

    /// Lends nothing more, waits until what is out came back, but not for ever, and ends every
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
            // Another one may close as well.
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
                    // One may have come back meanwhile.
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
