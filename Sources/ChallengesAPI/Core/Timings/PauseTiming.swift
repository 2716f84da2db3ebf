public import Identifiers
public import Wire

/// Pauses a timing of the caller, from any of their devices (2.6-timing). Pausing it again changes
/// nothing.
///
/// Refusals: `challenges.elapsed_invalid` at `/elapsedMilliseconds`; `challenges.timing_not_found`,
/// also for another user's timing; with the current timing, `challenges.version_stale`, and
/// `challenges.wrong_state` if it has ended.
public struct PauseTiming: Call, Limited {
    public static let id: CallID = 0x0273
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The timing.
    public var timing: TimingID
    /// The total elapsed time so far, by the client's monotonic clock.
    public var elapsedMilliseconds: Int
    /// Refuse with `challenges.version_stale` unless the timing has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = [
        "elapsedMilliseconds": .number(Timing.elapsedLimit)
    ]

    public init(timing: TimingID, elapsedMilliseconds: Int, ifVersion: Int64? = nil) {
        self.timing = timing
        self.elapsedMilliseconds = elapsedMilliseconds
        self.ifVersion = ifVersion
    }

    public typealias Reply = Timing
}
