import Values

extension Backoff {
    /// A process that lived this long restarts with the shortest delay.
    private static let healthy = Duration.seconds(10)

    /// The delays before a process that ended is restarted.
    static let restart = Backoff(from: .milliseconds(100), to: .seconds(5))

    /// The next delay, given how long the last run lived.
    mutating func next(afterLiving lived: Duration) -> Duration {
        if lived >= Self.healthy { reset() }
        grow()
        return delay
    }
}
