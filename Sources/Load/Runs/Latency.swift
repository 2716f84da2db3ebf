import Histogram

/// The distribution of latencies, in seconds.
public struct Latency: Codable, Hashable, Sendable {
    /// The number of recorded latencies.
    public var count: Int
    public var mean: Double
    public var p50: Double
    public var p90: Double
    public var p99: Double
    public var p999: Double
    public var max: Double
}

extension Latency {
    /// Summarizes a histogram of nanoseconds; all zeros when it is empty.
    init(_ histogram: Histogram<UInt32>) {
        func seconds(_ percentile: Double) -> Double {
            // The histogram returns the upper end of a bucket, which may exceed the maximum.
            Double(min(histogram.valueAtPercentile(percentile), histogram.max)) / 1e9
        }
        guard histogram.totalCount > 0 else {
            self.init(count: 0, mean: 0, p50: 0, p90: 0, p99: 0, p999: 0, max: 0)
            return
        }
        self.init(
            count: Int(histogram.totalCount),
            mean: histogram.mean / 1e9,
            p50: seconds(50),
            p90: seconds(90),
            p99: seconds(99),
            p999: seconds(99.9),
            max: Double(histogram.max) / 1e9
        )
    }
}

extension Histogram<UInt32> {
    /// A histogram of nanoseconds up to an hour, with three significant digits.
    static var ofLatencies: Self {
        Histogram(highestTrackableValue: 3_600_000_000_000, numberOfSignificantValueDigits: .three)
    }

    /// Records nanoseconds; more than an hour counts as an hour.
    mutating func note(_ nanoseconds: UInt64) {
        _ = record(Swift.min(nanoseconds, highestTrackableValue))
    }
}
