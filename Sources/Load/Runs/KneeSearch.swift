/// Searches for the highest sustained rate: multiplies the rate by a factor until it is not
/// sustained, then narrows the gap between the two. A rate that fails is tried a second time before
/// it counts, because the machine may have been busy.
public struct KneeSearch: Sendable {
    /// The first rate, in steps per second.
    public let first: Double
    /// The factor by which the rate grows.
    public let factor: Double
    /// The upper limit of the rate.
    public let highest: Double
    /// The highest 99th percentile, in seconds, at which a rate counts as sustained.
    public let p99Max: Double
    /// How many rates are tried between the knee and a rate that failed.
    public let narrowings: Int
    /// Every level so far, in the order tried.
    public private(set) var levels: [Level] = []

    /// The fraction of a rate that must be achieved for it to count as sustained.
    public static let achievedMin = 0.95
    /// The maximum number of levels.
    static let levelsMax = 40

    /// One rate and its result.
    public struct Level: Codable, Hashable, Sendable {
        public var measurement: Measurement
        public var isBorne: Bool

        /// The intended rate.
        public var rate: Double { measurement.intendedRate ?? 0 }
    }

    public init(
        first: Double,
        factor: Double = 1.5,
        highest: Double = 1_000_000,
        p99Max: Double = 0.1,
        narrowings: Int = 3
    ) {
        self.first = first
        self.factor = factor
        self.highest = highest
        self.p99Max = p99Max
        self.narrowings = narrowings
    }

    /// The highest rate that was sustained; `nil` when none was.
    public var knee: Level? {
        levels.filter(\.isBorne).max { $0.rate < $1.rate }
    }

    /// Whether the search is complete: a rate failed, and nothing is left to try between it and the
    /// knee.
    public var isFinished: Bool {
        next == nil && levels.contains { isBroken($0.rate) }
    }

    /// The rate to try next; `nil` when the knee is found, or when no rate was sustained.
    public var next: Double? {
        guard levels.count < Self.levelsMax else { return nil }
        if let last = levels.last, !last.isBorne, !isBroken(last.rate) { return last.rate }
        let broken = levels.map(\.rate).filter(isBroken).min()
        switch (knee?.rate, broken) {
        case (nil, nil): return first
        case (let borne?, nil): return borne < highest ? min(borne * factor, highest) : nil
        // When the first rate fails, lower ones are tried, down to about a thousandth of it.
        case (nil, let broken?): return broken > first / 1_000 ? broken / 4 : nil
        case (let borne?, let broken?):
            guard narrowed < narrowings, broken > borne * 1.03 else { return nil }
            return (borne * broken).squareRoot()
        }
    }

    /// Whether a rate was tried twice and failed.
    private func isBroken(_ rate: Double) -> Bool {
        levels.count { $0.rate == rate && !$0.isBorne } > 1
    }

    /// The number of rates tried between one that was sustained and one that failed.
    private var narrowed: Int {
        var borne = 0.0
        var failures: [Double: Int] = [:]
        var rates: Set<Double> = []
        for level in levels {
            let broken = failures.filter { $0.value > 1 }.keys.min()
            if borne > 0, let broken, level.rate != broken { rates.insert(level.rate) }
            if level.isBorne {
                borne = max(borne, level.rate)
            } else {
                failures[level.rate, default: 0] += 1
            }
        }
        return rates.count
    }

    /// Records the result of a rate.
    public mutating func note(_ measurement: Measurement) {
        let intended = measurement.intendedRate ?? 0
        let isBorne =
            measurement.rate >= intended * Self.achievedMin && measurement.latency.p99 <= p99Max
        levels.append(Level(measurement: measurement, isBorne: isBorne))
    }
}
