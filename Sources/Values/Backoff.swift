/// How long to wait before something that failed is tried again: twice as long after each further
/// failure, up to a limit.
public struct Backoff: Hashable, Sendable {
    /// After the first failure.
    public let first: Duration
    /// The longest wait.
    public let limit: Duration
    /// How often in a row it failed.
    public private(set) var failures = 0

    public init(from first: Duration, to limit: Duration) {
        self.first = first
        self.limit = limit
    }

    /// The wait after that many failures; none before the first.
    public func delay(after failures: Int) -> Duration {
        guard failures > 0 else { return .zero }
        var delay = first
        var left = failures - 1
        while left > 0, delay < limit {
            delay = delay * 2
            left -= 1
        }
        return min(delay, limit)
    }

    /// The wait after the failures so far.
    public var delay: Duration { delay(after: failures) }

    /// The same, cut by chance to between a half and the whole, so that many who failed together do
    /// not come back together. Another one each time.
    public var pause: Duration { delay * Double.random(in: 0.5...1) }

    /// It failed once more.
    public mutating func grow() {
        // Far beyond any limit, and far below an overflow.
        failures = min(failures + 1, 1_000)
    }

    /// It worked.
    public mutating func reset() {
        failures = 0
    }
}
