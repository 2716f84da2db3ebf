import FoundationEssentials

/// The result of one command, as text for people, as JSON, and as a plot.
public struct Report: Codable, Hashable, Sendable {
    /// The target: a service, or the gateway.
    public var target: String
    public var scenario: String
    public var loop: Loop
    /// One run; for a ramp, every level in the order tried.
    public var runs: [Measurement]
    /// For a ramp: which levels were sustained, in the order of `runs`.
    public var borne: [Bool]?
    /// For a ramp: the highest rate that was sustained, and the bound that decided.
    public var knee: Knee?

    /// How load was generated.
    public enum Loop: String, Codable, Sendable {
        case open, closed, ramp
    }

    /// Where a ramp ended.
    public struct Knee: Codable, Hashable, Sendable {
        /// Steps per second; `nil` when no rate was sustained.
        public var rate: Double?
        /// Whether the search was completed; otherwise the knee may be higher.
        public var isFinal: Bool
        /// The bound of the 99th percentile, in seconds.
        public var p99Max: Double
        /// The fraction of the intended rate that must be achieved.
        public var achievedMin: Double
    }

    /// The report of a single run.
    public init(target: String, scenario: String, run: Measurement) {
        self.target = target
        self.scenario = scenario
        loop = run.intendedRate == nil ? .closed : .open
        runs = [run]
    }

    /// The report of a ramp.
    public init(target: String, scenario: String, search: KneeSearch) {
        self.target = target
        self.scenario = scenario
        loop = .ramp
        runs = search.levels.map(\.measurement)
        borne = search.levels.map(\.isBorne)
        knee = Knee(
            rate: search.knee?.rate,
            isFinal: search.isFinished,
            p99Max: search.p99Max,
            achievedMin: KneeSearch.achievedMin
        )
    }

    /// Whether any step succeeded.
    public var isAnythingDone: Bool { runs.contains { $0.latency.count > 0 } }

    /// The report as JSON: durations in seconds, rates in steps per second.
    public var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        }
    }

    /// The report as a table, followed by warnings.
    public var table: String {
        let lines = loop == .ramp ? rampLines : runLines
        return (lines + warnings).joined(separator: "\n")
    }

    private static let head = ["p50", "p90", "p99", "p99.9", "max", "mean"]

    private var runLines: [String] {
        runs.flatMap { run in
            let pace = run.intendedRate.map { "\($0.short) /s intended, " } ?? ""
            let players = "\(run.players) caller\(run.players == 1 ? "" : "s")"
            let summary =
                "\(target) \(scenario): \(run.rate.short) /s (\(pace)\(players), "
                + "\(run.seconds.asDuration)), \(run.latency.count) answered, \(run.failed) failed"
            var rows = [["step", "count"] + Self.head]
            for step in run.steps where step.latency.count > 0 {
                rows.append([step.name, "\(step.latency.count)"] + step.latency.cells)
            }
            if run.steps.count > 1 {
                rows.append(["all", "\(run.latency.count)"] + run.latency.cells)
            }
            return [summary, Columns(rows: rows).text] + failureLines(run.failures)
        }
    }

    private var rampLines: [String] {
        var rows = [["intended/s", "achieved/s", "failed"] + Self.head + ["sustained"]]
        for (run, isBorne) in zip(runs, borne ?? []) {
            rows.append(
                [(run.intendedRate ?? 0).short.right(10), run.rate.short, "\(run.failed)"]
                    + run.latency.cells + [isBorne ? "yes" : "no"]
            )
        }
        var failures: [String: Int] = [:]
        for run in runs { failures.merge(run.failures) { $0 + $1 } }
        return ["\(target) \(scenario), ramp:", Columns(rows: rows).text]
            + failureLines(failures) + [kneeLine]
    }

    private var kneeLine: String {
        guard let knee else { return "" }
        let bound =
            "p99 at most \(knee.p99Max.asDuration), at least "
            + "\((knee.achievedMin * 100).text(places: 0)) % of the intended rate achieved"
        guard let rate = knee.rate else { return "No rate was sustained (\(bound))." }
        guard knee.isFinal else {
            return "The knee is at \(rate.short) /s or above: time ran out before the search"
                + " ended (\(bound))."
        }
        return "The knee is at \(rate.short) /s (\(bound))."
    }

    private func failureLines(_ failures: [String: Int]) -> [String] {
        failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "failed: \($0.value) × \($0.key)" }
    }

    private var warnings: [String] {
        let share = runs.map(\.ownShare).max() ?? 0
        var lines = ["The tool itself used \((share * 100).text(places: 0)) % of a core."]
        if runs.contains(where: \.isToolBusy) {
            lines.append(
                "Above 80 % the tool limits the figures, not the service: lower the load, or "
                    + "run it from another machine."
            )
        }
        if runs.contains(where: \.wasStopped) { lines.append("The run was stopped early.") }
        return lines
    }
}

extension Latency {
    fileprivate var cells: [String] {
        [p50, p90, p99, p999, max, mean].map { count == 0 ? "–" : $0.asDuration }
    }
}
