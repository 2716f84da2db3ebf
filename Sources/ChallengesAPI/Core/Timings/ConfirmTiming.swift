public import Identifiers
public import Wire

/// Confirms a timing of the caller's that time finished, with its elapsed time or less, and makes
/// of it what `FinishTiming` would have made then (2.6-unattended). Confirming it again changes
/// nothing.
///
/// Refusals: `challenges.elapsed_invalid` at `/elapsedMilliseconds`, also for more than it has;
/// `challenges.timing_not_found`, also for another person's; with the present timing,
/// `challenges.version_stale` and `challenges.wrong_state` for one that time did not finish.
public struct ConfirmTiming: Call, Limited {
    public static let id: CallID = 0x0277
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The timing.
    public var timing: TimingID
    /// How long it really ran; what it has when absent.
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
