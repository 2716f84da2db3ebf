import IdentityAPI
import Synchronization
import Wire

/// Limits how many passwords are hashed at a time, and how many callers wait: each hash takes
/// memory and a whole core. `PermitQueue` decides which caller is next, and which is refused.
final class ConcurrencyLimiter: Sendable {
    private let state: Mutex<State>
    private let now: @Sendable () -> ContinuousClock.Instant

    private struct State {
        var queue: PermitQueue
        var nextNumber: UInt64 = 0
        /// The waiting callers, by their numbers.
        var waiting: [UInt64: CheckedContinuation<Entry, Never>] = [:]

        /// Removes the waiters of some changes, so that they can be resumed outside the lock.
        mutating func settled(
            _ changes: [PermitQueue.Change]
        ) -> [(waiter: CheckedContinuation<Entry, Never>, entry: Entry)] {
            changes.compactMap { change in
                switch change {
                case .enters(let number):
                    waiting.removeValue(forKey: number).map { ($0, .entered) }
                case .refused(let number, let seconds):
                    waiting.removeValue(forKey: number).map { ($0, .refused(seconds)) }
                }
            }
        }
    }

    /// A permit that was granted.
    struct Permit {
        let began: ContinuousClock.Instant
    }

    /// The result of waiting.
    private enum Entry {
        case entered
        /// Retry after this many seconds.
        case refused(Int)
        case cancelled
    }

    /// - Parameters:
    ///   - width: The number of permits.
    ///   - waitingMax: The maximum number of waiting callers.
    ///   - now: The clock.
    init(
        width: Int,
        waitingMax: Int,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        state = Mutex(State(queue: PermitQueue(width: width, waitingMax: waitingMax)))
        self.now = now
    }

    /// The number of waiting callers.
    var waitingCount: Int { state.withLock { $0.queue.count } }

    /// The average time that a permit is held to hash a password; `nil` until one was measured.
    var turnTime: Duration? { state.withLock { $0.queue.turnTime } }

    /// Adds the time that a permit has been held so far, including the database's part, to the
    /// average.
    func note(_ permit: Permit) {
        state.withLock { $0.queue.note(now() - permit.began) }
    }

    /// Waits for a permit and runs the body.
    ///
    /// - Parameters:
    ///   - network: The caller's network; permits rotate among sites.
    ///   - deadline: When the caller stops waiting; `nil` for never.
    ///   - body: Runs while the permit is held.
    /// - Returns: What the body returns.
    /// - Throws: `identity.busy` with the seconds to wait, as soon as it is known that the permit
    ///   will not come in time, or when too many callers wait; `CancellationError`; what the body
    ///   throws.
    func withPermit<Value: Sendable>(
        of network: ClientNetwork,
        until deadline: ContinuousClock.Instant?,
        _ body: (Permit) async throws -> Value
    ) async throws -> Value {
        switch await enter(network, deadline) {
        case .entered: break
        case .refused(let seconds): throw Refusal(IdentityError.busy, retryAfterSeconds: seconds)
        case .cancelled: throw CancellationError()
        }
        defer { leave() }
        return try await body(Permit(began: now()))
    }

    private func enter(
        _ network: ClientNetwork,
        _ deadline: ContinuousClock.Instant?
    ) async -> Entry {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let settled = state.withLock { state in
                    if Task.isCancelled { return [(waiter: continuation, entry: Entry.cancelled)] }
                    state.waiting[number] = continuation
                    let waiter = PermitQueue.Waiter(
                        number: number,
                        network: network,
                        deadline: deadline
                    )
                    return state.settled(state.queue.join(waiter, at: now()))
                }
                for (waiter, entry) in settled { waiter.resume(returning: entry) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                let waiter = state.waiting.removeValue(forKey: number)
                if waiter != nil { state.queue.remove(number) }
                return waiter
            }
            waiter?.resume(returning: .cancelled)
        }
    }

    private func leave() {
        let settled = state.withLock { $0.settled($0.queue.leave(at: now())) }
        for (waiter, entry) in settled { waiter.resume(returning: entry) }
    }
}
