public import Identifiers
public import Wire

/// Returns a timing of the caller (2.6-timing).
///
/// Refusals: `challenges.timing_not_found`, also for another user's timing.
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
