import NIOCore
import Synchronization

/// Says whose turn it is and when: numbers the steps of a run, and gives each its moment.
///
/// Players claim steps one after the other. With an open pace the step of a number begins at a
/// moment that depends on the number alone, so a player that comes late finds that it is late.
final class Schedule: Sendable {
    let start: NIODeadline
    /// From when steps are counted.
    let measuredFrom: NIODeadline
    /// From when no step begins.
    let end: NIODeadline
    private let plan: Plan
    private let ticks: Ticks
    private let claimed = Atomic(0)
    private let begun = Atomic(0)

    /// One step's turn.
    struct Turn: Hashable {
        let number: Int
        /// When it is to begin, which is where its latency counts from.
        let intended: NIODeadline
    }

    /// How long a player waits before it looks whether the run was stopped.
    private static let slice = TimeAmount.milliseconds(200)

    init(_ plan: Plan, startingAt start: NIODeadline, ticks: Ticks) {
        self.plan = plan
        self.ticks = ticks
        self.start = start
        measuredFrom = start.advanced(by: plan.warmUp)
        end = start.advanced(by: plan.warmUp + plan.duration)
    }

    /// The next turn, once its moment has come; `nil` when there is none, or when the task is
    /// cancelled.
    func next() async -> Turn? {
        let number = claimed.add(1, ordering: .relaxed).oldValue
        guard number < plan.requests ?? .max, !Task.isCancelled else { return nil }
        switch plan.pace {
        case .closed:
            let now = ticks.now()
            guard now < end else { return nil }
            begun.add(1, ordering: .relaxed)
            return Turn(number: number, intended: now)
        case .open(let rate):
            let intended = Self.moment(of: number, rate, since: start)
            guard intended < end else { return nil }
            var now = ticks.now()
            while now < intended {
                await ticks.wait(min(intended, now + Self.slice))
                guard !Task.isCancelled else { return nil }
                now = ticks.now()
            }
            begun.add(1, ordering: .relaxed)
            return Turn(number: number, intended: intended)
        }
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
