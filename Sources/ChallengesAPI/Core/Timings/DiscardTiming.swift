public import Identifiers
public import Wire

/// Ends a timing of the caller without a result (2.6-timing). The timing must be running, paused,
/// or unattended and not confirmed. Discarding it again changes nothing.
///
/// Refusals: `challenges.timing_not_found`, also for another user's timing; with the current
/// timing, `challenges.version_stale`, and `challenges.wrong_state` if the caller finished or
/// confirmed it.
public struct DiscardTiming: Call {
    public static let id: CallID = 0x0276
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The timing.
    public var timing: TimingID
    /// Refuse with `challenges.version_stale` unless the timing has this version.
    public var ifVersion: Int64?

    public init(timing: TimingID, ifVersion: Int64? = nil) {
        self.timing = timing
        self.ifVersion = ifVersion
    }

    public typealias Reply = Timing
}
