import Histogram
import NIOCore
import Synchronization

/// Records the outcomes of a run's steps.
final class Recorder: Sendable {
    private struct State {
        /// The latencies of successful steps, by kind.
        var steps: [Histogram<UInt32>]
        var failures: [String: Int] = [:]
        var failed = 0
        var last: NIODeadline
        /// The latencies of the current interval.
        var interval = Histogram<UInt32>.ofLatencies
        var intervalFailed = 0
        var intervalStart: NIODeadline
        var points: [Measurement.Point] = []
        /// Successes including the warm-up's, for progress reports.
        var seen = 0
    }

    private let state: Mutex<State>
    private let measuredFrom: NIODeadline
    private let interval: TimeAmount

    /// - Parameters:
    ///   - steps: The number of kinds of steps.
    ///   - measuredFrom: Steps that were due earlier are not counted.
    ///   - interval: The length of each interval of the results over time.
    init(steps: Int, measuredFrom: NIODeadline, interval: Duration) {
        self.measuredFrom = measuredFrom
        self.interval = TimeAmount(interval)
        state = Mutex(
            State(
                steps: (0..<steps).map { _ in .ofLatencies },
                last: measuredFrom,
                intervalStart: measuredFrom
            )
        )
    }

    /// Records a step, by when it was due and when it ended.
    func note(_ outcome: StepOutcome, intended: NIODeadline, ended: NIODeadline) {
        state.withLock { state in
            if outcome.code == nil { state.seen += 1 }
            guard intended >= measuredFrom else { return }
            turn(&state, at: ended)
            state.last = max(state.last, ended)
            if let code = outcome.code {
                state.failures[code, default: 0] += 1
                state.failed += 1
                state.intervalFailed += 1
                return
            }
            let latency = ended.nanoseconds(since: intended)
            state.steps[outcome.step].note(latency)
            state.interval.note(latency)
        }
    }

    /// Closes the intervals that ended before a moment.
    private func turn(_ state: inout State, at moment: NIODeadline) {
        guard moment >= state.intervalStart + interval else { return }
        point(&state)
        // Intervals in which no step ended produce no point.
        let passed = (moment - state.intervalStart).nanoseconds / interval.nanoseconds
        state.intervalStart = state.intervalStart + .nanoseconds(passed * interval.nanoseconds)
    }

    private func point(_ state: inout State) {
        guard state.interval.totalCount > 0 || state.intervalFailed > 0 else { return }
        let at = state.intervalStart.nanoseconds(since: measuredFrom)
        state.points.append(
            Measurement.Point(
                second: Double(at) / 1e9,
                rate: Double(state.interval.totalCount) / Double(interval.nanoseconds) * 1e9,
                failed: state.intervalFailed,
                latency: Latency(state.interval)
            )
        )
        state.interval.reset()
        state.intervalFailed = 0
    }

    /// The results so far.
    struct Tally {
        let steps: [Latency]
        let all: Latency
        let failures: [String: Int]
        let points: [Measurement.Point]
        let last: NIODeadline
    }

    func tally() -> Tally {
        state.withLock { state in
            point(&state)
            var all = Histogram<UInt32>.ofLatencies
            for step in state.steps { all.add(step) }
            return Tally(
                steps: state.steps.map { Latency($0) },
                all: Latency(all),
                failures: state.failures,
                points: state.points,
                last: state.last
            )
        }
    }

    /// The successes and failures so far, and the latency of the current interval.
    func progress() -> (succeeded: Int, failed: Int, latency: Latency) {
        state.withLock { ($0.seen, $0.failed, Latency($0.interval)) }
    }
}
