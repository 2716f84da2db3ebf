/// Looks for the highest rate that is borne: raises it by a factor until it is not, then narrows
/// between the two. A rate that is not borne is tried once more before that counts, for the machine
/// may have been busy.
public struct KneeSearch: Sendable {
    /// The first rate.
    public let first: Double
    /// What the rate is multiplied with.
    public let factor: Double
    /// No rate is higher.
    public let highest: Double
    /// A rate is borne while the 99th percentile is not above that many seconds.
    public let p99Max: Double
    /// How often it narrows.
    public let narrowings: Int
    /// Every level so far, in the order in which they were tried.
    public private(set) var levels: [Level] = []

    /// A rate is borne while so much of it is achieved.
    public static let achievedMin = 0.95
    /// How many levels there are at most.
    static let levelsMax = 40

    /// One rate, and what came of it.
    public struct Level: Codable, Hashable, Sendable {
        public var measurement: Measurement
        public var isBorne: Bool

        /// What was intended.
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

    /// The highest rate that was borne; `nil` where none was.
    public var knee: Level? {
        levels.filter(\.isBorne).max { $0.rate < $1.rate }
    }

    /// Whether the search came to its end: there is a rate that is not borne, and nothing is left to
    /// try between it and the knee.
    public var isFinished: Bool {
        next == nil && levels.contains { isBroken($0.rate) }
    }

    /// The rate to try next; `nil` when the knee is found, or no rate was borne.
    public var next: Double? {
        guard levels.count < Self.levelsMax else { return nil }
        if let last = levels.last, !last.isBorne, !isBroken(last.rate) { return last.rate }
        let broken = levels.map(\.rate).filter(isBroken).min()
        switch (knee?.rate, broken) {
        case (nil, nil): return first
        case (let borne?, nil): return borne < highest ? min(borne * factor, highest) : nil
        // Less than the first is tried too, as far as a thousandth of it.
        case (nil, let broken?): return broken > first / 1_000 ? broken / 4 : nil
        case (let borne?, let broken?):
            guard narrowed < narrowings, broken > borne * 1.03 else { return nil }
            return (borne * broken).squareRoot()
        }
    }

    /// Whether a rate was tried twice and not borne.
    private func isBroken(_ rate: Double) -> Bool {
        levels.count { $0.rate == rate && !$0.isBorne } > 1
    }

    /// How many rates lay between one that was borne and one that was not.
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

    /// Takes note of what came of a rate.
    public mutating func note(_ measurement: Measurement) {
        let intended = measurement.intendedRate ?? 0
        let isBorne =
            measurement.rate >= intended * Self.achievedMin && measurement.latency.p99 <= p99Max
        levels.append(Level(measurement: measurement, isBorne: isBorne))
    }
}
