import Synchronization

/// The pipelined connections that point reads share.
final class SharedLines: Sendable {
    private struct State {
        /// Those that were open when last looked at.
        var lines: [Line] = []
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

    let plan: Line.Plan
    private let opener: Opener
    private let countMax: Int
    /// Those who wait until one connection is open.
    private let queue: LeaseQueue
    private let state = Mutex(State())

    init(_ plan: Line.Plan, _ opener: Opener, countMax: Int, waitMax: Duration) {
        self.plan = plan
        self.opener = opener
        self.countMax = countMax
        queue = LeaseQueue(patience: waitMax, .overload("no connection could be opened"))
    }

    deinit {
        queue.close(Self.closed)
    }

    func read(_ sql: SQL) async throws -> Answer {
        var moves = 0
        while true {
            if plan.availability.isAway { throw PostgresError.away }
            let (open, asks) = try choose()
            if asks { opener.ask() }
            let line = if let open { open } else { try await waitForLine(sql) }
            guard line.outstanding < Self.outstandingMax else { throw Self.tooMany(sql) }
            do {
                return try await line.performDroppable(Request(sql, .alone))
            } catch let error as PostgresError where error.isUnsent && moves < Self.movesMax {
                moves += 1
            }
        }
    }

    /// Sends a statement over every connection.
    func readEverywhere(_ sql: SQL) async throws {
        for line in state.withLock({ $0.lines }) where line.isOpen {
            _ = try await line.perform(Request(sql, .alone))
        }
    }

    func close() async {
        let lines = state.withLock { state in
            state.isClosed = true
            return state.lines
        }
        queue.close(Self.closed)
        for line in lines { await line.close() }
    }

    /// Since when the statement waits for its answer that waits longest; `nil` where none does.
    var waitingSince: UInt64? { Line.waitingSince(state.withLock(\.lines)) }

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
        let lines = state.withLock { $0.lines.filter(\.isOpen) }
        if let line = lines.first(where: { $0.outstanding == 0 }) { line.carry(line.loadProbe()) }
        return !lines.isEmpty
    }

    /// Waits until a connection is open, but not for ever.
    private func waitForLine(_ sql: SQL) async throws -> Line {
        guard queue.count < Self.outstandingMax else { throw Self.tooMany(sql) }
        return try await queue.line { wait in
            let outcome = state.withLock { state -> Result<Line, any Error>? in
                if state.isClosed { return .failure(Self.closed) }
                // One may have been opened meanwhile.
                if let line = state.lines.first(where: \.isOpen) { return .success(line) }
                wait()
                return nil
            }
            if outcome == nil { opener.ask() }
            return outcome
        }
    }

    /// The connection with the fewest outstanding statements, one that is stuck only where all
    /// are; and whether one more would be of use.
    private func choose() throws -> (Line?, asks: Bool) {
        let now = monotonicNanoseconds()
        return try state.withLock { state in
            if state.isClosed { throw Self.closed }
            var best: Line?
            var least = Int.max
            var hasFallen = false
            for line in state.lines {
                guard line.isOpen else {
                    hasFallen = true
                    continue
                }
                let load = Self.load(line.outstanding, headSince: line.headSince, now: now)
                guard load < least else { continue }
                best = line
                least = load
            }
            if hasFallen { state.lines.removeAll { !$0.isOpen } }
            let asks =
                best != nil && least > 0 && state.lines.count < countMax && !state.wantsMore
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

extension SharedLines: Opener.Owner {
    var need: Opener.Need {
        let hasWaiters = !queue.isEmpty
        return state.withLock { state in
            if state.isClosed { return .none }
            if !state.lines.contains(where: \.isOpen) {
                return hasWaiters || state.isProbed ? .urgent : .none
            }
            return state.wantsMore ? .more : .none
        }
    }

    var openCount: Int { state.withLock { $0.lines.count(where: \.isOpen) } }

    func take(_ line: Line) {
        let ends = state.withLock { state in
            guard !state.isClosed else { return true }
            state.lines.removeAll { !$0.isOpen }
            state.lines.append(line)
            // As many as there may be, so that a slow read does not stand before others.
            state.wantsMore = state.lines.count < countMax
            return false
        }
        if ends { return line.end() }
        while let waiter = queue.popFirst() { waiter.resume(returning: line) }
    }

    func wasRefused() {
        state.withLock { $0.wantsMore = false }
    }

    func giveUpOne() {
        let line = state.withLock { $0.lines.popLast() }
        line?.end()
    }

    /// Ends all waits, those for answers too: whoever asked something may ask again.
    func refuseAll(_ error: PostgresError) {
        queue.refuseAll(error)
        for line in state.withLock(\.lines) { line.refuseAll(error) }
    }
}
