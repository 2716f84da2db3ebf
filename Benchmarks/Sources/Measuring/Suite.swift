/// Measurements that share what they need, such as a server, which the suite starts and stops.
public protocol Suite: Sendable {
    /// The name on the command line, one word.
    var name: String { get }

    /// Measures, and records every figure in `report`.
    func measure(into report: Report) async throws
}

/// How often and how long to measure.
public struct BenchmarkPlan: Sendable {
    /// The number of rounds of each pair.
    public var rounds: Int

    /// The length of one round of a throughput measurement.
    public var turn: Duration

    /// Whether to only try that the tools work: one round, as short as possible.
    public var isSmoke: Bool

    /// Whether to leave out contenders, as when two builds of ours are compared.
    public var isAlone = false

    public init(rounds: Int, turn: Duration = .seconds(3), isSmoke: Bool = false) {
        self.rounds = rounds
        self.turn = turn
        self.isSmoke = isSmoke
    }

    public static let smoke = BenchmarkPlan(rounds: 1, turn: .milliseconds(200), isSmoke: true)
}

/// The unit of a line's figures.
public enum Unit: String, Codable, Sendable {
    /// Per second: more is better.
    case rate = "/s"

    /// Bytes per second: more is better.
    case bytesPerSecond = "B/s"

    /// Seconds: less is better.
    case seconds = "s"

    /// Bytes: less is better.
    case bytes = "B"

    /// A fraction, 0 to 1: more is better.
    case share = "of 1"

    /// Whether a greater figure is better.
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
