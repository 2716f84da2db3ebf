public import Identifiers
public import Wire

/// Confirms an unattended timing of the caller, with its elapsed time or less, and makes the result
/// that `FinishTiming` would have made when it ended (2.6-unattended). Confirming it again changes
/// nothing.
///
/// Refusals: `challenges.elapsed_invalid` at `/elapsedMilliseconds`, also for more than the stored
/// elapsed time; `challenges.timing_not_found`, also for another user's timing; with the current
/// timing, `challenges.version_stale`, and `challenges.wrong_state` unless it is unattended.
public struct ConfirmTiming: Call, Limited {
    public static let id: CallID = 0x0277
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The timing.
    public var timing: TimingID
    /// The real elapsed time; the stored one when absent.
    public var elapsedMilliseconds: Int?
    /// Refuse with `challenges.version_stale` unless the timing has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = [
        "elapsedMilliseconds": .number(Timing.elapsedLimit)
    ]

    public init(timing: TimingID, elapsedMilliseconds: Int? = nil, ifVersion: Int64? = nil) {
        self.timing = timing
        self.elapsedMilliseconds = elapsedMilliseconds
        self.ifVersion = ifVersion
    }

    public typealias Reply = Timing
}
