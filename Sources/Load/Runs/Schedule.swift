import NIOCore
import Synchronization

/// Numbers the steps of a run, and decides when each begins and which virtual user takes it.
///
/// With an open pace, when a step is due depends on its number alone. One idle user waits for the
/// next step to become due while the others are parked; before it takes the step, it wakes another
/// to wait instead. When all users are busy, the step is late, and the first user that is free
/// takes it at once.
final class Schedule: Sendable {
    let start: NIODeadline
    /// When counting begins.
    let measuredFrom: NIODeadline
    /// No step begins after this moment.
    let end: NIODeadline
    private let plan: LoadPlan
    private let ticks: LoadClock
    private let favoursLast: Bool
    private let claimed = Atomic(0)
    private let begun = Atomic(0)
    private let watch = Mutex(Watch())

    /// One step of the run.
    struct Step: Hashable {
        let number: Int
        /// When the step is due; its latency counts from here.
        let intended: NIODeadline
    }

    /// Which user waits for the next step, and which are parked.
    private struct Watch {
        var isKept = false
        var isOver = false
        /// Resumed with `true` to wait for the next step, with `false` when the run is over.
        var resting: [CheckedContinuation<Bool, Never>] = []
    }

    /// How long a user waits between checks whether the run was stopped.
    private static let slice = TimeAmount.milliseconds(200)

    /// - Parameters:
    ///   - plan: The pace and the bounds.
    ///   - start: When the first step is due.
    ///   - ticks: The clock.
    ///   - favoursLast: Whether the user that was busy most recently continues first, so that
    ///     sequences of several steps make progress; otherwise users take steps in turn.
    init(
        _ plan: LoadPlan,
        startingAt start: NIODeadline,
        ticks: LoadClock,
        favoursLast: Bool = false
    ) {
        self.plan = plan
        self.ticks = ticks
        self.start = start
        self.favoursLast = favoursLast
        measuredFrom = start.advanced(by: plan.warmUp)
        end = start.advanced(by: plan.warmUp + plan.duration)
    }

    /// Returns the next step once it is due; `nil` when there is none, or when the task is
    /// cancelled.
    func next() async -> Step? {
        switch plan.pace {
        case .closed:
            let number = claimed.add(1, ordering: .relaxed).oldValue
            let now = ticks.now()
            guard number < plan.requests ?? .max, now < end, !Task.isCancelled else { return nil }
            begun.add(1, ordering: .relaxed)
            return Step(number: number, intended: now)
        case .open(let rate):
            guard await keepWatch() else { return nil }
            let number = claimed.add(1, ordering: .relaxed).oldValue
            let intended = Self.moment(of: number, rate, since: start)
            guard number < plan.requests ?? .max, intended < end, await reached(intended) else {
                endWatch()
                return nil
            }
            begun.add(1, ordering: .relaxed)
            handOver()
            return Step(number: number, intended: intended)
        }
    }

    /// Waits for a moment; returns `false` when the task is cancelled first.
    private func reached(_ moment: NIODeadline) async -> Bool {
        var now = ticks.now()
        while now < moment, !Task.isCancelled {
            await ticks.wait(min(moment, now + Self.slice))
            now = ticks.now()
        }
        return !Task.isCancelled
    }

    /// Parks this user until it is to wait for the next step; `false` when the run is over.
    private func keepWatch() async -> Bool {
        await withCheckedContinuation { continuation in
            let mayKeep: Bool? = watch.withLock { watch in
                if watch.isOver { return false }
                if !watch.isKept {
                    watch.isKept = true
                    return true
                }
                watch.resting.append(continuation)
                return nil
            }
            if let mayKeep { continuation.resume(returning: mayKeep) }
        }
    }

    /// Wakes another user to wait for the next step.
    private func handOver() {
        let next = watch.withLock { watch -> CheckedContinuation<Bool, Never>? in
            guard !watch.resting.isEmpty else {
                watch.isKept = false
                return nil
            }
            return favoursLast ? watch.resting.removeLast() : watch.resting.removeFirst()
        }
        next?.resume(returning: true)
    }

    /// Wakes all parked users because the run is over.
    private func endWatch() {
        let resting = watch.withLock { watch in
            watch.isOver = true
            defer { watch.resting = [] }
            return watch.resting
        }
        for one in resting { one.resume(returning: false) }
    }

    /// The number of steps that were due by a moment but never began.
    func unsent(at moment: NIODeadline) -> Int {
        guard case .open(let rate) = plan.pace, moment > start else { return 0 }
        func steps(until moment: NIODeadline) -> Double {
            Double((moment - start).nanoseconds) / 1e9 * rate
        }
        // The first step is due at the start.
        let begun = steps(until: moment).rounded(.down) + 1
        let due = min(Int(min(begun, steps(until: end).rounded(.up))), plan.requests ?? .max)
        return max(0, due - self.begun.load(ordering: .relaxed))
    }

    /// When the step with that number is due.
    static func moment(of number: Int, _ rate: Double, since start: NIODeadline) -> NIODeadline {
        start + .nanoseconds(Int64((Double(number) / rate * 1e9).rounded()))
    }
}
