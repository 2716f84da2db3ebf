/// How long to wait before something that ended is started again.
struct Backoff: Hashable, Sendable {
    private static let first = Duration.milliseconds(100)
    private static let longest = Duration.seconds(5)
    private static let healthy = Duration.seconds(10)

    private var delay = first

    /// The next wait, given how long the last try lived.
    mutating func next(afterLiving lived: Duration) -> Duration {
        if lived >= Self.healthy { delay = Self.first }
        defer { delay = min(Self.longest, delay * 2) }
        return delay
    }
}
