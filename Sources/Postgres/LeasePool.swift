import Synchronization

/// The connections that one task at a time has for itself.
final class LeasePool: Sendable {
    private struct State {
        var idle: [Line] = []
        var all: [Line] = []
        var waiters: [(ticket: UInt64, continuation: CheckedContinuation<Line, any Error>)] = []
        /// Given up before the wait began.
        var withdrawn: [UInt64: any Error] = [:]
        var tickets: UInt64 = 0
        var isClosed = false
    }

    private let plan: Line.Plan
    private let countMax: Int
    private let waitMax: Duration
    private let state = Mutex(State())

    init(_ plan: Line.Plan, countMax: Int, waitMax: Duration) {
        self.plan = plan
        self.countMax = countMax
        self.waitMax = waitMax
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
        return if let line { line } else { try await waitForLine() }
    }

    /// Brings a connection back; the one who waits longest has it next.
    func release(_ line: Line) {
        let waiter = state.withLock { state -> CheckedContinuation<Line, any Error>? in
            guard !state.waiters.isEmpty else {
                state.idle.append(line)
                return nil
            }
            return state.waiters.removeFirst().continuation
        }
        waiter?.resume(returning: line)
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

    func close() async {
        let (lines, waiters) = state.withLock { state in
            state.isClosed = true
            defer { state.waiters = [] }
            return (state.all, state.waiters)
        }
        for waiter in waiters { waiter.continuation.resume(throwing: Self.closed) }
        for line in lines { await line.close() }
    }

    // A ticket is settled once: by `release`, `close` or `withdraw`, whoever is first under the
    // lock.

    private func waitForLine() async throws -> Line {
        let ticket = state.withLock { state in
            state.tickets += 1
            return state.tickets
        }
        let line = try await withThrowingTaskGroup(of: Line?.self) { group -> Line? in
            group.addTask { try await self.stand(ticket) }
            group.addTask { [waitMax] in
                // Cancelled, it has nothing to say: the other task decides.
                guard (try? await Task.sleep(for: waitMax)) != nil else { return nil }
                let error = PostgresError.unavailable("every connection is in use")
                self.withdraw(ticket, error)
                return nil
            }
            defer { group.cancelAll() }
            while let line = try await group.next() {
                if let line { return line }
            }
            return nil
        }
        guard let line else { throw Self.closed }
        return line
    }

    private func stand(_ ticket: UInt64) async throws -> Line {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Line, any Error>? in
                    if let error = state.withdrawn.removeValue(forKey: ticket) {
                        return .failure(error)
                    }
                    if state.isClosed { return .failure(Self.closed) }
                    // One may have come back meanwhile.
                    if let line = state.idle.popLast() { return .success(line) }
                    state.waiters.append((ticket, continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            withdraw(ticket, CancellationError())
        }
    }

    private func withdraw(_ ticket: UInt64, _ error: any Error) {
        let waiter = state.withLock { state -> CheckedContinuation<Line, any Error>? in
            if let index = state.waiters.firstIndex(where: { $0.ticket == ticket }) {
                return state.waiters.remove(at: index).continuation
            }
            return nil
        }
        waiter?.resume(throwing: error)
    }

    private static var closed: PostgresError { .unavailable("the database client is closed") }
}
