import Synchronization

/// The pipelined connections that point reads share.
final class SharedConnections: Sendable {
    private struct State {
        /// Those that were open when last looked at.
        var connections: [PipelinedConnection] = []
        /// One more would be used.
        var wantsMore = false
        /// Whether the server is to be asked whether it answers at all.
        var isProbed = false
        var isClosed = false
    }

    /// A connection whose first statement waits longer than this gets no new ones.
    private static let patience = Duration.milliseconds(20).nanoseconds

    /// Statements outstanding on one connection; more are refused.
    static let outstandingMax = 4_096

    /// How often a read goes on another connection because its own fell before it was sent.
    private static let movesMax = 2

    let configuration: PipelinedConnection.Configuration
    private let opener: Opener
    private let countMax: Int
    /// Those who wait until one connection is open.
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
        queue = LeaseQueue(patience: waitMax, .overload("no connection could be opened"))
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

    /// Sends a statement over every connection.
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

    /// Since when the statement waits for its answer that waits longest; `nil` where none does.
    var waitingSince: UInt64? { PipelinedConnection.waitingSince(state.withLock(\.connections)) }

    /// Whether the server is to be asked whether it answers at all: then one connection is needed,
    /// though nobody waits for it.
    var isProbed: Bool {
        get { state.withLock(\.isProbed) }
        set { state.withLock { $0.isProbed = newValue } }
    }

    /// Asks the server whether it answers at all, once on each connection at a time.
    ///
    /// - Returns: False where no connection is open.
    func probe() -> Bool {
        let connections = state.withLock { $0.connections.filter(\.isOpen) }
        if let connection = connections.first(where: { $0.outstanding == 0 }) {
            connection.flush(connection.submitProbe())
        }
        return !connections.isEmpty
    }

    /// Waits until a connection is open, but not for ever.
    private func waitForConnection(_ sql: SQL) async throws -> PipelinedConnection {
        guard queue.count < Self.outstandingMax else { throw Self.tooMany(sql) }
        return try await queue.connection { wait in
            let outcome = state.withLock { state -> Result<PipelinedConnection, any Error>? in
                if state.isClosed { return .failure(Self.closed) }
                // One may have been opened meanwhile.
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

    /// The connection with the fewest outstanding statements, one that is stuck only where all
    /// are; and whether one more would be of use.
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

    /// How little a line is to be chosen.
    static func load(_ outstanding: Int, headSince head: UInt64, now: UInt64) -> Int {
        let isStuck = head != 0 && now > head && now - head > patience
        return outstanding + (isStuck ? 1 << 32 : 0)
    }

    private static var closed: PostgresError { .unavailable("the database client is closed") }

    private static func tooMany(_ sql: SQL) -> PostgresError {
        .overload("too many reads wait", statement: sql.text)
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
            // As many as there may be, so that a slow read does not stand before others.
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

    /// Ends all waits, those for answers too: whoever asked something may ask again.
    func refuseAll(_ error: PostgresError) {
        queue.refuseAll(error)
        for connection in state.withLock(\.connections) { connection.refuseAll(error) }
    }
}
