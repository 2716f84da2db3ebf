import IdentityAPI
import Synchronization
import Wire

/// Lets few in at a time, and few wait: hashing passwords takes memory and a whole core each.
///
/// Invariant: somebody waits only while everybody inside fills the width.
final class Turnstile: Sendable {
    private let width: Int
    private let queueMax: Int
    private let state = Mutex(State())

    private struct State {
        var inside = 0
        var nextNumber: UInt64 = 0
        var waiting: [(number: UInt64, enter: CheckedContinuation<Bool, Never>)] = []
    }

    init(width: Int, queueMax: Int) {
        self.width = width
        self.queueMax = queueMax
    }

    /// How many wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Runs a body in its turn; refuses with `identity.busy` when too many wait already.
    func inTurn<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        try await enter()
        defer { leave() }
        return try await body()
    }

    private func enter() async throws {
        let number = try state.withLock { state throws(Refusal) -> UInt64? in
            if state.inside < width {
                state.inside += 1
                return nil
            }
            guard state.waiting.count < queueMax else {
                throw Refusal(IdentityError.busy, retryAfterSeconds: 5)
            }
            state.nextNumber += 1
            return state.nextNumber
        }
        guard let number else { return }
        guard await wait(number) else { throw CancellationError() }
    }

    /// - Returns: Whether the turn came; `false` when whoever waited was cancelled.
    private func wait(_ number: UInt64) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isIn: Bool? = state.withLock { state in
                    if Task.isCancelled { return false }
                    if state.inside < width {
                        state.inside += 1
                        return true
                    }
                    state.waiting.append((number, continuation))
                    return nil
                }
                if let isIn { continuation.resume(returning: isIn) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map {
                    state.waiting.remove(at: $0)
                }
            }
            waiting?.enter.resume(returning: false)
        }
    }

    /// Hands the place to whoever waits longest.
    private func leave() {
        let next = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.inside -= 1
                return CheckedContinuation<Bool, Never>?.none
            }
            return state.waiting.removeFirst().enter
        }
        next?.resume(returning: true)
    }
}
