public import Metrics
import Synchronization

/// A process' metrics, and their text for Prometheus.
///
/// A backend of swift-metrics: counters become counters; meters and plain recorders become gauges;
/// timers become histograms in seconds; aggregating recorders become histograms. Memory is bounded
/// whatever is recorded: a metric has at most `Bounds.series` series, and further ones are counted
/// in one more, whose labels all say `other`.
public final class PrometheusRegistry: MetricsFactory, Sendable {
    /// The limits of what is kept.
    public struct Bounds: Hashable, Sendable {
        /// The maximum number of metrics.
        public var families: Int
        /// The maximum number of series of one metric, without the overflow series.
        public var series: Int
        /// The maximum length of a label's value in bytes; the rest is cut off.
        public var labelBytes: Int

        public init(families: Int = 300, series: Int = 500, labelBytes: Int = 128) {
            self.families = families
            self.series = series
            self.labelBytes = labelBytes
        }
    }

    private let bounds: Bounds
    private let families = Mutex<[String: Family]>([:])
    /// Counts metrics and series that had no room.
    private let overflow = CountSeries()

    public init(bounds: Bounds = Bounds()) {
        self.bounds = bounds
    }

    /// Returns the metrics in Prometheus' text format 0.0.4, sorted by name.
    ///
    /// - Parameter others: Metrics that are read at scrape time.
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

    // Metrics without room record to a series that is never exposed.

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
