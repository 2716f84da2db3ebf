import Synchronization

/// A counting semaphore for tasks: waiters are served first come, first served.
public final class Semaphore: Sendable {
    private struct State {
        var free: Int
        var lastTicket: UInt64 = 0
        var waiting: [(ticket: UInt64, task: CheckedContinuation<Void, any Error>)] = []
    }

    private let state: Mutex<State>

    public init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// The number of tasks that wait for a permit.
    public var waiting: Int {
        state.withLock { $0.waiting.count }
    }

    /// Runs `body` while holding a permit.
    ///
    /// - Throws: What `body` throws; `CancellationError`, without running `body`, when the task is
    ///   cancelled while it waits.
    public func with<Value: Sendable>(
        _ body: @concurrent @Sendable () async throws -> Value
    ) async throws -> Value {
        try await take()
        defer { leave() }
        return try await body()
    }

    private func take() async throws {
        try Task.checkCancellation()
        let ticket = state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isFree = state.withLock { state in
                    guard state.free == 0 else {
                        state.free -= 1
                        return true
                    }
                    state.waiting.append((ticket, continuation))
                    return false
                }
                if isFree { continuation.resume() }
                if Task.isCancelled { withdraw(ticket) }
            }
        } onCancel: {
            withdraw(ticket)
        }
    }

    /// Passes the permit to the task that has waited longest.
    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst().task }
            state.free += 1
            return nil
        }
        next?.resume()
    }

    /// Removes a cancelled task from the queue, if it is still waiting.
    private func withdraw(_ ticket: UInt64) {
        let task = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard let index = state.waiting.firstIndex(where: { $0.ticket == ticket }) else {
                return nil
            }
            return state.waiting.remove(at: index).task
        }
        task?.resume(throwing: CancellationError())
    }
}
