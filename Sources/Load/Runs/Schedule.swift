import NIOCore
import Synchronization

/// Says whose turn it is and when: numbers the steps of a run, and gives each its moment.
///
/// With an open pace the step of a number begins at a moment that depends on the number alone. One
/// idle player waits for the next moment, the others rest; before it takes its step it wakes
/// another one to wait in its place. Where all are busy the next moment passes, and whoever is free
/// first finds that it is late.
final class Schedule: Sendable {
    let start: NIODeadline
    /// From when steps are counted.
    let measuredFrom: NIODeadline
    /// From when no step begins.
    let end: NIODeadline
    private let plan: LoadPlan
    private let ticks: LoadClock
    private let favoursLast: Bool
    private let claimed = Atomic(0)
    private let begun = Atomic(0)
    private let watch = Mutex(Watch())

    /// One step's turn.
    struct Step: Hashable {
        let number: Int
        /// When it is to begin, which is where its latency counts from.
        let intended: NIODeadline
    }

    /// Who waits for the next moment, and who rests.
    private struct Watch {
        var isKept = false
        var isOver = false
        /// Is told whether to keep watch; `false` when all is over.
        var resting: [CheckedContinuation<Bool, Never>] = []
    }

    /// How long a player waits before it looks whether the run was stopped.
    private static let slice = TimeAmount.milliseconds(200)

    /// - Parameters:
    ///   - plan: The pace and the bounds.
    ///   - start: When the first step is to begin.
    ///   - ticks: The clock.
    ///   - favoursLast: Whether the player that was busy last goes on before others, so that
    ///     stories of several steps get on; otherwise all take turns.
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

    /// The next turn, once its moment has come; `nil` when there is none, or when the task is
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

    /// Waits for a moment; `false` when the task is cancelled before.
    private func reached(_ moment: NIODeadline) async -> Bool {
        var now = ticks.now()
        while now < moment, !Task.isCancelled {
            await ticks.wait(min(moment, now + Self.slice))
            now = ticks.now()
        }
        return !Task.isCancelled
    }

    /// Rests until it is this player's turn to wait for the next moment; `false` when all is over.
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

    /// Lets another one wait for the next moment.
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

    /// Lets everybody who rests go.
    private func endWatch() {
        let resting = watch.withLock { watch in
            watch.isOver = true
            defer { watch.resting = [] }
            return watch.resting
        }
        for one in resting { one.resume(returning: false) }
    }

    /// How many steps were to begin up to a moment and did not.
    func unsent(at moment: NIODeadline) -> Int {
        guard case .open(let rate) = plan.pace, moment > start else { return 0 }
        func steps(until moment: NIODeadline) -> Double {
            Double((moment - start).nanoseconds) / 1e9 * rate
        }
        // The first is due at the start.
        let begun = steps(until: moment).rounded(.down) + 1
        let due = min(Int(min(begun, steps(until: end).rounded(.up))), plan.requests ?? .max)
        return max(0, due - self.begun.load(ordering: .relaxed))
    }

    /// When the step of a number is to begin.
    static func moment(of number: Int, _ rate: Double, since start: NIODeadline) -> NIODeadline {
        start + .nanoseconds(Int64((Double(number) / rate * 1e9).rounded()))
    }
}
