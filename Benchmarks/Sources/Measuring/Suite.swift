/// Measurements that share what they need, such as a server: the suite starts it, measures, and
/// ends it again.
public protocol Suite: Sendable {
    /// One word, by which the command line names it.
    var name: String { get }

    /// Measures, and tells every figure to `report`.
    func measure(into report: Report) async throws
}

/// How often and how long to measure.
public struct BenchmarkPlan: Sendable {
    /// Turns of each pair.
    public var rounds: Int

    /// How long one turn of a measurement of throughput takes.
    public var turn: Duration

    /// Whether only the tools are tried: one round, as short as it can be.
    public var isSmoke: Bool

    /// Whether contenders are left out, as where two builds of ours are compared.
    public var isAlone = false

    public init(rounds: Int, turn: Duration = .seconds(3), isSmoke: Bool = false) {
        self.rounds = rounds
        self.turn = turn
        self.isSmoke = isSmoke
    }

    public static let smoke = BenchmarkPlan(rounds: 1, turn: .milliseconds(200), isSmoke: true)
}

/// What one figure of a line counts.
public enum Unit: String, Codable, Sendable {
    /// Per second: more is better.
    case rate = "/s"

    /// Bytes per second: more is better.
    case bytesPerSecond = "B/s"

    /// Seconds: less is better.
    case seconds = "s"

    /// Bytes: less is better.
    case bytes = "B"

    /// A part of all, 0 to 1: more is better.
    case share = "of 1"

    /// Whether a greater figure is the better one.
    var isBetterWhenMore: Bool {
        switch self {
        case .rate, .bytesPerSecond, .share: true
        case .seconds, .bytes: false
        }
    }
}

/// What a ratio, or a figure without a contender, must reach.
public enum Target: Sendable {
    case atLeast(Double)
    case atMost(Double)

    public func isMet(by value: Double) -> Bool {
        switch self {
        case .atLeast(let bound): value >= bound
        case .atMost(let bound): value <= bound
        }
    }
}
