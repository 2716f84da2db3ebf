import Values

extension Backoff {
    /// A process that lived so long starts anew with the shortest wait.
    private static let healthy = Duration.seconds(10)

    /// How long to wait before a process that ended is started again.
    static let restart = Backoff(from: .milliseconds(100), to: .seconds(5))

    /// The next wait, given how long the last try lived.
    mutating func next(afterLiving lived: Duration) -> Duration {
        if lived >= Self.healthy { reset() }
        grow()
        return delay
    }
}
