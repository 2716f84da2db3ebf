import ArgumentParser
import Cluster
import Load

/// What to send, how fast and for how long.
struct LoadOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Steps per second (an open loop): latency counts from the scheduled start of a step. "
                + "With --ramp the first rate.",
            valueName: "per second"
        )
    )
    var rate: Double?

    @Option(
        help:
            "Concurrent callers (a closed loop), 64; with --rate or --ramp the maximum, 256."
    )
    var callers: Int?

    @Flag(help: "Raise the rate until it is no longer sustained, and find the knee.")
    var ramp = false

    @Option(help: "How long to run: 500ms, 10s, 2m; for a ramp the maximum of all levels together.")
    var duration: TimeSpan?

    @Option(help: "How long to run before anything is counted (default: 1s; none with --requests).")
    var warmUp: TimeSpan?

    @Option(help: "The maximum number of steps.")
    var requests: Int?

    @Option(help: "How long a level of the ramp lasts (default: 5s).")
    var step: TimeSpan?

    @Option(help: "The factor from one level of the ramp to the next.")
    var factor = 1.5

    @Option(
        name: .customLong("p99"),
        help: "A level of the ramp is sustained up to this 99th percentile (default: 100ms)."
    )
    var p99: TimeSpan?

    @Option(help: "How long a reply may take (default: 10s).")
    var timeout: TimeSpan?

    func validate() throws {
        if let rate, !(rate > 0 && rate <= 1_000_000) {
            throw ValidationError("--rate must be above 0 and at most 1000000.")
        }
        if let callers, !(1...10_000).contains(callers) {
            throw ValidationError("--callers must be 1 to 10000.")
        }
        if let requests, requests < 1 { throw ValidationError("--requests must be 1 or more.") }
        if ramp, requests != nil {
            throw ValidationError("--requests limits one run, and --ramp makes many: drop one.")
        }
        if !(factor > 1 && factor <= 10) {
            throw ValidationError("--factor must be above 1 and at most 10.")
        }
        if !ramp, step != nil || p99 != nil {
            throw ValidationError("--step and --p99 belong to --ramp.")
        }
    }

    /// The number of virtual users.
    var players: Int { callers ?? (rate == nil && !ramp ? 64 : 256) }

    var answerTime: Duration { timeout?.duration ?? .seconds(10) }

    /// The plan of one run, not a ramp.
    var plan: LoadPlan {
        LoadPlan(
            pace: rate.map { .open(rate: $0) } ?? .closed,
            warmUp: warmUp?.duration ?? (requests == nil ? .seconds(1) : .zero),
            duration: duration?.duration ?? (requests == nil ? .seconds(10) : .seconds(600)),
            requests: requests,
            grace: answerTime
        )
    }

    /// The plan of one level of a ramp.
    func level(_ rate: Double) -> LoadPlan {
        let length = step?.duration ?? .seconds(5)
        return LoadPlan(
            pace: .open(rate: rate),
            warmUp: warmUp?.duration ?? min(.seconds(1), length / 5),
            duration: length,
            grace: min(answerTime, .seconds(2))
        )
    }

    /// The maximum duration of a ramp.
    var rampTime: Duration { duration?.duration ?? .seconds(600) }

    var search: KneeSearch {
        let bound = p99?.duration ?? .milliseconds(100)
        return KneeSearch(first: rate ?? 100, factor: factor, p99Max: bound / .seconds(1))
    }
}
