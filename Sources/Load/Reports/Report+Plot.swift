extension Report {
    /// The report as a plot: percentiles over load for a ramp, over time for a single run.
    public var svg: String {
        loop == .ramp ? rampPlot.svg : runPlot.svg
    }

    private var rampPlot: Plot {
        let levels = runs.sorted { ($0.intendedRate ?? 0) < ($1.intendedRate ?? 0) }
        return Plot(
            title: "\(target) \(scenario): latency over load",
            acrossLabel: "intended load per second",
            upLabel: "latency in milliseconds",
            lines: Self.lines(levels.map { ($0.intendedRate ?? 0, $0.latency) }),
            mark: knee.flatMap { knee in
                knee.rate.map { ($0, "knee: \(knee.isFinal ? "" : "≥ ")\($0.short) /s") }
            }
        )
    }

    private var runPlot: Plot {
        let points = runs.flatMap(\.points)
        return Plot(
            title: "\(target) \(scenario): latency over time",
            acrossLabel: "seconds",
            upLabel: "latency in milliseconds",
            lines: Self.lines(points.map { ($0.second, $0.latency) })
        )
    }

    private static func lines(_ points: [(across: Double, latency: Latency)]) -> [Plot.Line] {
        let percentiles: [(String, String, KeyPath<Latency, Double>)] = [
            ("p50", "#2a7", \.p50), ("p90", "#27b", \.p90), ("p99", "#e80", \.p99),
            ("p99.9", "#c33", \.p999), ("max", "#888", \.max),
        ]
        return percentiles.map { name, colour, path in
            Plot.Line(
                name: name,
                colour: colour,
                points: points.filter { $0.latency.count > 0 }
                    .map { (across: $0.across, up: $0.latency[keyPath: path] * 1_000) }
            )
        }
    }
}
