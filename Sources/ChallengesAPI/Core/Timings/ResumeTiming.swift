public import Identifiers
public import Wire

/// Resumes a paused timing of the caller (2.6-timing). Resuming it again changes nothing.
///
/// Refusals: `challenges.timing_not_found`, also for another user's timing; with the current
/// timing, `challenges.version_stale`, `challenges.pauses_too_many` if it was paused 100 times, and
/// `challenges.wrong_state` if it has ended.
public struct ResumeTiming: Call {
    public static let id: CallID = 0x0274
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
