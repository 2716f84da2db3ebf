/// The result of a run at one pace.
public struct Measurement: Codable, Hashable, Sendable {
    /// The intended steps per second; `nil` in a closed loop.
    public var intendedRate: Double?
    /// The number of virtual users; in an open loop, the most steps that can be in flight.
    public var players: Int
    /// The length of the measured time.
    public var seconds: Double
    /// Successful steps per second.
    public var rate: Double
    /// The latency of successful steps.
    public var latency: Latency
    /// The latency of successful steps by kind, in the scenario's order.
    public var steps: [Step]
    /// The number of failures by code.
    public var failures: [String: Int]
    /// The results over time.
    public var points: [Point]
    /// How much of one core the tool itself used: 0.5 is half a core.
    public var ownShare: Double
    /// Whether the run was stopped before its end.
    public var wasStopped: Bool

    /// One kind of step.
    public struct Step: Codable, Hashable, Sendable {
        public var name: String
        public var latency: Latency
    }

    /// One interval of the run.
    public struct Point: Codable, Hashable, Sendable {
        /// When it began, in seconds after the warm-up.
        public var second: Double
        /// Successful steps per second.
        public var rate: Double
        /// The number of failed steps.
        public var failed: Int
        public var latency: Latency
    }

    /// The number of steps that failed or were never sent.
    public var failed: Int { failures.values.reduce(0, +) }

    /// Whether the tool was too busy for its figures to be the service's.
    public var isToolBusy: Bool { ownShare > 0.8 }
}
