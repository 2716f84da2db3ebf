/// A metric's type in Prometheus.
public enum Kind: Hashable, Sendable {
    /// A whole number that only rises.
    case counter
    /// A number that only rises.
    case sum
    /// A number that rises and falls.
    case gauge
    /// Counts of values up to each of some bounds.
    case histogram(Buckets)

    /// The word after `# TYPE`.
    var word: String {
        switch self {
        case .counter, .sum: "counter"
        case .gauge: "gauge"
        case .histogram: "histogram"
        }
    }
}

/// The upper bounds of a histogram's buckets, except the last, which has none.
public enum Buckets: Hashable, Sendable {
    /// For durations: from 0.25 ms, which a local call takes, to ten seconds, after which no caller
    /// waits.
    case seconds
    /// For sizes and counts.
    case amounts

    var bounds: [Double] {
        switch self {
        case .seconds:
            [
                0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
                5, 10,
            ]
        case .amounts: [1, 2, 5, 10, 20, 50, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000]
        }
    }
}

/// All series of one metric.
struct Family {
    let name: String
    let kind: Kind
    private var series: [Labels: any Series] = [:]
    private var overflow: [Labels: any Series] = [:]

    init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// Returns the series for these labels, or the overflow series when there is no room for
    /// another.
    mutating func series(
        _ labels: Labels,
        countMax: Int
    ) -> (series: any Series, isOverflow: Bool) {
        if let found = series[labels] { return (found, false) }
        guard series.count >= countMax else {
            let new = kind.newSeries
            series[labels] = new
            return (new, false)
        }
        let rest = labels.overflow
        if let found = overflow[rest] { return (found, true) }
        // Metrics of one name have the same few label names; if not, they share the first overflow
        // series.
        if let first = overflow.values.first { return (first, true) }
        let new = kind.newSeries
        overflow[rest] = new
        return (new, true)
    }

    /// Forgets a series that is no longer recorded to.
    mutating func remove(_ identity: ObjectIdentifier) {
        series = series.filter { ObjectIdentifier($0.value) != identity }
    }

    /// The current values.
    var snapshot: Snapshot {
        let all = series.map { ($0.key, $0.value) } + overflow.map { ($0.key, $0.value) }
        return Snapshot(
            name: name,
            kind: kind,
            series: all.sorted { $0.0 < $1.0 }.map { ($0.0, $0.1.reading) }
        )
    }
}

/// A metric's values at one moment.
struct Snapshot {
    let name: String
    let kind: Kind
    let series: [(labels: Labels, value: SeriesValue)]
}

/// A metric of one series that is read at scrape time.
public struct Reading: Sendable {
    private let name: String
    private let kind: Kind
    private let labels: [(String, String)]
    private let value: Double

    /// - Parameters:
    ///   - name: The metric's full name.
    ///   - kind: Any kind but a histogram.
    ///   - value: The current value.
    ///   - labels: The labels of the series.
    public init(_ name: String, _ kind: Kind, _ value: Double, labels: [(String, String)] = []) {
        self.name = name
        self.kind = kind
        self.value = value
        self.labels = labels
    }

    var snapshot: Snapshot {
        let labels = Labels(labels, valueBytesMax: 128, for: kind)
        return Snapshot(name: name, kind: kind, series: [(labels, .number(value))])
    }
}
