import Synchronization

/// The pipelined connections that point reads share.
final class SharedConnections: Sendable {
    private struct State {
        /// The connections that were open when last looked at.
        var connections: [PipelinedConnection] = []
        /// Whether another connection would be used.
        var wantsMore = false
        /// Whether to check that the server answers.
        var isProbed = false
        var isClosed = false
    }

    /// A connection whose first statement has waited longer than this gets no new ones.
    private static let stuckAfter = Duration.milliseconds(20).nanoseconds

    /// The maximum number of statements outstanding on one connection; more are refused.
    static let outstandingMax = 4_096

    /// How often a read moves to another connection because its own was lost or closed before it
    /// was sent. Connections are also closed to leave room for writes: that must not use up the
    /// one repeat that `Database.all` has for a loss.
    private static let movesMax = 2

    let configuration: PipelinedConnection.Configuration
    private let opener: Opener
    private let countMax: Int
    /// Reads that wait until a connection is open.
    private let queue: LeaseQueue
    private let state = Mutex(State())

    init(
        _ configuration: PipelinedConnection.Configuration,
        _ opener: Opener,
        countMax: Int,
        waitMax: Duration
    ) {
        self.configuration = configuration
        self.opener = opener
        self.countMax = countMax
        queue = LeaseQueue(waitMax: waitMax, .overload("no connection could be opened"))
    }

    deinit {
        queue.close(Self.closed)
    }

    func read(_ sql: SQL) async throws -> QueryResult {
        var moves = 0
        while true {
            if configuration.availability.isAway { throw PostgresError.away }
            let (open, asks) = try choose()
            if asks { opener.ask() }
            let connection = if let open { open } else { try await waitForConnection(sql) }
            guard connection.outstanding < Self.outstandingMax else { throw Self.tooMany(sql) }
            do {
                return try await connection.performDroppable(QueuedStatement(sql, .alone))
            } catch let error as PostgresError where error.isUnsent && moves < Self.movesMax {
                moves += 1
            }
        }
    }

    /// Runs a statement on every connection.
    func readEverywhere(_ sql: SQL) async throws {
        for connection in state.withLock({ $0.connections }) where connection.isOpen {
            _ = try await connection.perform(QueuedStatement(sql, .alone))
        }
    }

    func close() async {
        let connections = state.withLock { state in
            state.isClosed = true
            return state.connections
        }
        queue.close(Self.closed)
        for connection in connections { await connection.close() }
    }

    /// The start of the longest wait for a result; `nil` if no statement waits.
    var waitingSince: UInt64? { PipelinedConnection.waitingSince(state.withLock(\.connections)) }

    /// Whether to check that the server answers: then one connection is needed, even if no read
    /// waits for it.
    var isProbed: Bool {
        get { state.withLock(\.isProbed) }
        set { state.withLock { $0.isProbed = newValue } }
    }

    /// Checks that the server answers, over a connection without outstanding statements; sends
    /// nothing if there is none.
    ///
    /// - Returns: False when no connection is open.
    func probe() -> Bool {
        let connections = state.withLock { $0.connections.filter(\.isOpen) }
        if let connection = connections.first(where: { $0.outstanding == 0 }) {
            connection.flush(connection.submitProbe())
        }
        return !connections.isEmpty
    }

    /// Waits until a connection is open, at most `waitMax`.
    private func waitForConnection(_ sql: SQL) async throws -> PipelinedConnection {
        guard queue.count < Self.outstandingMax else { throw Self.tooMany(sql) }
        return try await queue.connection { wait in
            let outcome = state.withLock { state -> Result<PipelinedConnection, any Error>? in
                if state.isClosed { return .failure(Self.closed) }
                // A connection may have been opened meanwhile.
                if let connection = state.connections.first(where: \.isOpen) {
                    return .success(connection)
                }
                wait()
                return nil
            }
            if outcome == nil { opener.ask() }
            return outcome
        }
    }

    /// Chooses the connection with the fewest outstanding statements, a stuck one only if all are;
    /// and tells whether another would be of use.
    private func choose() throws -> (PipelinedConnection?, asks: Bool) {
        let now = monotonicNanoseconds()
        return try state.withLock { state in
            if state.isClosed { throw Self.closed }
            var best: PipelinedConnection?
            var least = Int.max
            var hasFallen = false
            for connection in state.connections {
                guard connection.isOpen else {
                    hasFallen = true
                    continue
                }
                let load = Self.load(
                    connection.outstanding,
                    headSince: connection.headSince,
                    now: now
                )
                guard load < least else { continue }
                best = connection
                least = load
            }
            if hasFallen { state.connections.removeAll { !$0.isOpen } }
            let asks =
                best != nil && least > 0 && state.connections.count < countMax && !state.wantsMore
            if asks { state.wantsMore = true }
            return (best, asks)
        }
    }

    /// How loaded a connection is; the one with the lowest load is chosen.
    static func load(_ outstanding: Int, headSince head: UInt64, now: UInt64) -> Int {
        let isStuck = head != 0 && now > head && now - head > stuckAfter
        return outstanding + (isStuck ? 1 << 32 : 0)
    }

    private static var closed: PostgresError { .unavailable("the database client is closed") }

    private static func tooMany(_ sql: SQL) -> PostgresError {
        .overload("too many reads are waiting", statement: sql.text)
    }
}

extension SharedConnections: Opener.Owner {
    var need: Opener.Need {
        let hasWaiters = !queue.isEmpty
        return state.withLock { state in
            if state.isClosed { return .none }
            if !state.connections.contains(where: \.isOpen) {
                return hasWaiters || state.isProbed ? .urgent : .none
            }
            return state.wantsMore ? .more : .none
        }
    }

    var openCount: Int { state.withLock { $0.connections.count(where: \.isOpen) } }

    func take(_ connection: PipelinedConnection) {
        let ends = state.withLock { state in
            guard !state.isClosed else { return true }
            state.connections.removeAll { !$0.isOpen }
            state.connections.append(connection)
            // As many as allowed, so that a slow read does not block others.
            state.wantsMore = state.connections.count < countMax
            return false
        }
        if ends { return connection.end() }
        while let waiter = queue.popFirst() { waiter.resume(returning: connection) }
    }

    func wasRefused() {
        state.withLock { $0.wantsMore = false }
    }

    func giveUpOne() {
        let connection = state.withLock { $0.connections.popLast() }
        connection?.end()
    }

    /// Ends all waits, those for results too: the callers may retry.
    func refuseAll(_ error: PostgresError) {
        queue.refuseAll(error)
        for connection in state.withLock(\.connections) { connection.refuseAll(error) }
    }
}
