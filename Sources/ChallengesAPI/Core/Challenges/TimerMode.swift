public import Wire

/// The clock that is shown while someone is at it (2.6-timer).
public enum TimerMode: String, OpenEnum, CaseIterable {
    /// The elapsed time is the result.
    case stopwatch
    /// Counts down from a target time, which is met at zero.
    case countdown
    /// The time of the day; nothing is stored.
    case clock
    /// No clock.
    case none
    /// A clock of a later release; no definition can be made with it.
    case unknown
}
