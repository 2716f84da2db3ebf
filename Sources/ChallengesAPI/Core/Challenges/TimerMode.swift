public import Wire

/// The timer that an app shows during a workout or a dare (2.6-timer).
public enum TimerMode: String, OpenEnum, CaseIterable {
    /// The elapsed time is the result.
    case stopwatch
    /// Counts down from the target time; the target is met at zero.
    case countdown
    /// The time of day; no result is stored.
    case clock
    /// No timer.
    case none
    /// A timer of a later release; a call cannot set it.
    case unknown
}
