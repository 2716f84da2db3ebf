public import Identifiers
public import Wire

/// A timing of the caller's (2.6-timing).
///
/// Refusals: `challenges.timing_not_found`, also for another person's.
public struct GetTiming: Call {
    public static let id: CallID = 0x0272
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The timing.
    public var timing: TimingID

    public init(timing: TimingID) {
        self.timing = timing
    }

    public typealias Reply = Timing
}
