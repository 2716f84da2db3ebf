import Staging

/// The events that wait for scoringd at one moment.
struct LagSample: Sendable {
    /// Seconds since the start.
    let at: Double
    /// The number of waiting events.
    let waiting: Int
    /// The age of the first of them, in seconds.
    let lag: Double

    init(
        of cluster: StandingCluster,
        since start: ContinuousClock.Instant
    ) async throws {
        let row = try await cluster.run(
            """
            SELECT count(*), coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)
                FROM outbox WHERE destination = 'scoring';

            """,
            in: "challenges"
        )
        let figures = row.split { $0 == "|" || $0 == "\n" }
        guard figures.count == 2, let waiting = Int(figures[0]), let lag = Double(figures[1]) else {
            throw StagingError("the outbox cannot be counted: \(row)")
        }
        at = (ContinuousClock.now - start) / .seconds(1)
        self.waiting = waiting
        self.lag = max(0, lag)
    }
}
