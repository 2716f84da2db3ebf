/// How much is asked, how fast, and for how long.
public struct LoadPlan: Hashable, Sendable {
    public var pace: Pacing
    /// What comes before this time is asked, and not counted.
    public var warmUp: Duration
    /// How long is asked after the warm-up.
    public var duration: Duration
    /// How many steps are taken at most, those of the warm-up included; no limit when `nil`.
    public var requests: Int?
    /// How long after the end answers are waited for; what has no answer then is counted as
    /// `load.unanswered`, what was not even asked as `load.unsent`.
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

    /// What decides when the next step is taken.
    public enum Pacing: Hashable, Sendable {
        /// So many a second, whatever the answers take: an open loop. The latency of a step counts
        /// from when it was to begin, so that whoever waits because others are slow is counted in
        /// full (“coordinated omission”).
        case open(rate: Double)
        /// Each player asks again when it has its answer: a closed loop.
        case closed
    }
}
