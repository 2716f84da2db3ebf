public import Metrics
import Synchronization

/// All that a process counts and measures, and its text for Prometheus.
///
/// It is a backend of swift-metrics: counters become counters, meters and plain recorders gauges,
/// timers histograms in seconds, aggregating recorders histograms. Memory is bounded whatever is
/// recorded: a metric has at most so many series, and what comes after them is counted in one more
/// whose labels all say `other`.
public final class PrometheusRegistry: MetricsFactory, Sendable {
    /// How much is kept.
    public struct Bounds: Hashable, Sendable {
        /// Most metrics.
        public var families: Int
        /// Most series of one metric, the one for the overflow not counted.
        public var series: Int
        /// Most bytes of a label's value; the rest is cut off.
        public var labelBytes: Int

        public init(families: Int = 300, series: Int = 500, labelBytes: Int = 128) {
            self.families = families
            self.series = series
            self.labelBytes = labelBytes
        }
    }

    private let bounds: Bounds
    private let families = Mutex<[String: Family]>([:])
    /// How often a metric or a series had no room.
    private let overflow = CountSeries()

    public init(bounds: Bounds = Bounds()) {
        self.bounds = bounds
    }

    /// What is recorded, in Prometheus' text format 0.0.4: one metric after the other by name.
    ///
    /// - Parameter others: Metrics that are read when they are asked for.
    /// - Returns: The text.
    public func text(with others: [Reading] = []) -> String {
        var exposition = Exposition()
        var snapshots = families.withLock { families in families.values.map(\.snapshot) }
        snapshots += others.map(\.snapshot)
        snapshots.append(
            Reading("gauntlet_metrics_overflows_total", .counter, Double(overflow.value)).snapshot
        )
        for snapshot in snapshots.sorted(by: { $0.name < $1.name }) {
            exposition.write(snapshot)
        }
        return exposition.text
    }

    private func series<Handler>(
        _ name: String,
        _ kind: Kind,
        _ dimensions: [(String, String)],
        as type: Handler.Type = Handler.self
    ) -> Handler? {
        let labels = Labels(dimensions, valueBytesMax: bounds.labelBytes, for: kind)
        let found = families.withLock { families -> (series: any Series, isOverflow: Bool)? in
            if families[name] == nil {
                guard families.count < bounds.families else { return nil }
                families[name] = Family(name: name, kind: kind)
            }
            guard families[name]?.kind == kind else { return nil }
            return families[name]?.series(labels, countMax: bounds.series)
        }
        if found?.isOverflow ?? true { overflow.increment(by: 1) }
        return found?.series as? Handler
    }

    // What has no room is recorded where nobody reads it.

    public func makeCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any CounterHandler {
        series(MetricName.counter(label), .counter, dimensions) ?? CountSeries()
    }

    public func makeFloatingPointCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(MetricName.counter(label), .sum, dimensions) ?? SumSeries()
    }

    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(MetricName.plain(label), .gauge, dimensions) ?? GaugeSeries()
    }

    public func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else {
            return series(MetricName.plain(label), .gauge, dimensions, as: GaugeSeries.self)
                ?? GaugeSeries()
        }
        let kind = Kind.histogram(.amounts)
        return series(MetricName.plain(label), kind, dimensions, as: HistogramSeries.self)
            ?? HistogramSeries(.amounts)
    }

    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(MetricName.timer(label), .histogram(.seconds), dimensions, as: HistogramSeries.self)
            ?? HistogramSeries(.seconds)
    }

    public func destroyCounter(_ handler: any CounterHandler) {
        remove(handler)
    }

    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {
        remove(handler)
    }

    public func destroyMeter(_ handler: any MeterHandler) {
        remove(handler)
    }

    public func destroyRecorder(_ handler: any RecorderHandler) {
        remove(handler)
    }

    public func destroyTimer(_ handler: any TimerHandler) {
        remove(handler)
    }

    private func remove(_ handler: AnyObject) {
        let identity = ObjectIdentifier(handler)
        families.withLock { families in
            for name in families.keys { families[name]?.remove(identity) }
        }
    }
}
