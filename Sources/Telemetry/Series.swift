import Metrics
import Synchronization

/// The values recorded under one set of labels.
protocol Series: AnyObject, Sendable {
    /// The current value.
    var reading: SeriesValue { get }
}

/// A series' value at one moment.
enum SeriesValue: Equatable {
    case number(Double)
    /// `counts` has one more element than `bounds`: the values above the last bound.
    case histogram(bounds: [Double], counts: [UInt64], sum: Double)
}

extension Kind {
    var newSeries: any Series {
        switch self {
        case .counter: CountSeries()
        case .sum: SumSeries()
        case .gauge: GaugeSeries()
        case .histogram(let buckets): HistogramSeries(buckets)
        }
    }
}

/// A whole number that only rises.
final class CountSeries: Series, CounterHandler {
    private let count = Atomic<Int64>(0)

    var value: Int64 { count.load(ordering: .relaxed) }
    var reading: SeriesValue { .number(Double(value)) }

    func increment(by amount: Int64) {
        guard amount > 0 else { return }
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    func reset() {
        count.store(0, ordering: .relaxed)
    }
}

/// A number that only rises.
final class SumSeries: Series, FloatingPointCounterHandler {
    private let sum = Mutex(0.0)

    var reading: SeriesValue { .number(sum.withLock { $0 }) }

    func increment(by amount: Double) {
        guard amount > 0, amount.isFinite else { return }
        sum.withLock { $0 += amount }
    }

    func reset() {
        sum.withLock { $0 = 0 }
    }
}

/// A number that rises and falls.
final class GaugeSeries: Series, MeterHandler, RecorderHandler {
    private let number = Mutex(0.0)

    var reading: SeriesValue { .number(number.withLock { $0 }) }

    func set(_ value: Int64) {
        set(Double(value))
    }

    func set(_ value: Double) {
        number.withLock { $0 = value }
    }

    func increment(by amount: Double) {
        number.withLock { $0 += amount }
    }

    func decrement(by amount: Double) {
        number.withLock { $0 -= amount }
    }

    func record(_ value: Int64) {
        set(Double(value))
    }

    func record(_ value: Double) {
        set(value)
    }
}

/// Counts of values up to each bound, and their sum.
final class HistogramSeries: Series, TimerHandler, RecorderHandler {
    private struct State {
        var counts: [UInt64]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    init(_ buckets: Buckets) {
        bounds = buckets.bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    var reading: SeriesValue {
        state.withLock { .histogram(bounds: bounds, counts: $0.counts, sum: $0.sum) }
    }

    func recordNanoseconds(_ duration: Int64) {
        record(Double(duration) / 1_000_000_000)
    }

    func record(_ value: Int64) {
        record(Double(value))
    }

    func record(_ value: Double) {
        guard value.isFinite else { return }
        // A bound belongs to its own bucket. With so few bounds, a linear search is as fast as a
        // binary one.
        let index = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[index] += 1
            state.sum += value
        }
    }
}
