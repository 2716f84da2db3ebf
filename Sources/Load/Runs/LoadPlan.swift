/// How much load to generate, how fast, and for how long.
public struct LoadPlan: Hashable, Sendable {
    public var pace: Pacing
    /// How long steps run before they are counted.
    public var warmUp: Duration
    /// How long steps are counted, after the warm-up.
    public var duration: Duration
    /// The maximum number of steps, including the warm-up's; no limit when `nil`.
    public var requests: Int?
    /// How long to wait for responses after the end. Steps that are unanswered after it count as
    /// `load.unanswered`, steps that were never sent as `load.unsent`.
    public var grace: Duration

    public init(
        pace: Pacing,
        warmUp: Duration = .zero,
        duration: Duration,
        requests: Int? = nil,
        grace: Duration = .seconds(10)
    ) {
        self.pace = pace
        self.warmUp = warmUp
        self.duration = duration
        self.requests = requests
        self.grace = grace
    }

    /// When the next step begins.
    public enum Pacing: Hashable, Sendable {
        /// An open loop: a fixed number of steps per second, however long responses take. A step's
        /// latency counts from the moment it was due, so the time it waits because others are slow
        /// is included (“coordinated omission”).
        case open(rate: Double)
        /// A closed loop: each virtual user takes its next step as soon as it has its response.
        case closed
    }
}
