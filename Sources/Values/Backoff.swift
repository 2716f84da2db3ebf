/// How long to wait before retrying something that failed: twice as long after each further
/// failure, up to a limit.
public struct Backoff: Hashable, Sendable {
    /// The wait after the first failure.
    public let first: Duration
    /// The maximum wait.
    public let limit: Duration
    /// The number of failures in a row.
    public private(set) var failures = 0

    public init(from first: Duration, to limit: Duration) {
        self.first = first
        self.limit = limit
    }

    /// The wait after that many failures; zero before the first.
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

    /// The delay with jitter, between half of it and all of it, so that many clients that failed
    /// together do not retry together. Random at each access.
    public var pause: Duration { delay * Double.random(in: 0.5...1) }

    /// Counts a further failure.
    public mutating func grow() {
        // Far beyond any limit, and far below an overflow.
        failures = min(failures + 1, 1_000)
    }

    /// Clears the failures.
    public mutating func reset() {
        failures = 0
    }
}
