import ChallengesAPI
import Values

/// The state of a timing and its elapsed time (2.6-timing). It is changed by its user's moves, from
/// any device, and by due transitions.
///
/// Invariants: the last segment is open exactly while the timing runs; `finishedAt` is set exactly
/// if it is finished; `outcome` too, except if a due transition finished it and the user has not
/// confirmed it.
struct TimingLife: Movable {
    let mode: Timing.Mode
    let targetSeconds: Int?
    var state = State.running
    /// The time ranges in which it ran, by the service's clock; at least one.
    var segments: [Segment]
    /// The elapsed time in milliseconds that the client reported last.
    var elapsed = 0
    var finishedAt: Instant?
    /// Whether the reported time is longer than the time that passed.
    var isSuspect = false
    /// Whether the service received the start when it happened.
    let isVerified: Bool
    var isUnattended = false
    /// The outcome of a finished timing.
    var outcome: TimingOutcome?
    var version: Int64 = 1

    /// The stored state of a timing.
    enum State: String, CaseIterable, Sendable {
        case running, paused, finished, discarded

        /// Whether the timing is running or paused.
        var isLive: Bool { self == .running || self == .paused }
    }

    /// The only party of a timing.
    enum Party: String, CaseIterable, Sendable {
        case owner
    }

    /// The name of a move: the last word of its URL, or `time`.
    enum Word: String, CaseIterable, Sendable {
        case pause, resume, finish, discard, confirm
        case time
    }

    /// A timing's moves have no effects: its result is made separately.
    enum Effect: Hashable, Sendable {}

    /// A time range in which the timing ran.
    struct Segment: Hashable, Sendable {
        let startedAt: Instant
        /// `nil` while it runs.
        var stoppedAt: Instant?
    }

    static let isPunctual = true

    var table: MoveTable<TimingLife> { .timing }

    /// The start of the timing.
    var startedAt: Instant { segments[0].startedAt }

    /// The start of the running segment; `nil` while the timing does not run.
    var runningSince: Instant? {
        state == .running ? segments.last?.startedAt : nil
    }

    /// Whether the user has yet to confirm it (2.6-unattended).
    var isUnconfirmed: Bool { state == .finished && outcome == nil }

    /// Whether the target time of a countdown is reached; `nil` for a stopwatch.
    ///
    /// - Parameter milliseconds: The elapsed time.
    /// - Returns: Whether the elapsed time is at least the target time.
    func isMet(after milliseconds: Int) -> Bool? {
        guard mode == .countdown, let targetSeconds else { return nil }
        return milliseconds >= targetSeconds * 1_000
    }

    /// The maximum number of segments.
    static let segmentsMax = Timing.segmentsLimit.upperBound

    func dueAt(_ rules: TimingRules) -> Instant? {
        state.isLive ? startedAt + rules.timingMax : nil
    }

    /// The total time of the segments up to a moment, by the service's clock.
    func passed(by now: Instant) -> Duration {
        segments.reduce(.zero) { sum, segment in
            sum + max(.zero, (segment.stoppedAt ?? now) - segment.startedAt)
        }
    }

    /// The elapsed time in milliseconds at the moment `now`: the last reported one plus the time
    /// since `moment`.
    func elapsed(runningSince moment: Instant, by now: Instant) -> Int {
        let more = Int(max(0, now.microseconds - moment.microseconds) / 1_000)
        return min(elapsed + more, Timing.elapsedLimit.upperBound)
    }
}

/// The outcome of a finished timing.
enum TimingOutcome: Hashable, Sendable {
    case made(Timing.Result)
    /// The error code of the reason why no result was made.
    case refused(String)
}
