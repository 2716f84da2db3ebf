/// What a run at one pace found.
public struct Measurement: Codable, Hashable, Sendable {
    /// Steps a second that were intended; `nil` in a closed loop.
    public var intendedRate: Double?
    /// How many players asked; in an open loop, how many could have asked at the same time.
    public var players: Int
    /// How long was counted.
    public var seconds: Double
    /// Steps a second that succeeded.
    public var rate: Double
    /// Of what succeeded.
    public var latency: Latency
    /// Of what succeeded, by step, in the scenario's order.
    public var steps: [Step]
    /// How often each thing went wrong.
    public var failures: [String: Int]
    /// The course over time.
    public var points: [Point]
    /// How much of one core the tool itself used: 0.5 is half of one.
    public var ownShare: Double
    /// Whether it was stopped before its end.
    public var wasStopped: Bool

    /// One kind of step.
    public struct Step: Codable, Hashable, Sendable {
        public var name: String
        public var latency: Latency
    }

    /// One interval.
    public struct Point: Codable, Hashable, Sendable {
        /// When it began, from when steps were counted.
        public var second: Double
        /// Steps a second that succeeded.
        public var rate: Double
        /// How many steps failed.
        public var failed: Int
        public var latency: Latency
    }

    /// How many steps failed, or were never taken.
    public var failed: Int { failures.values.reduce(0, +) }

    /// Whether the tool was too busy for its figures to be the service's.
    public var isToolBusy: Bool { ownShare > 0.8 }
}
