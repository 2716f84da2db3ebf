import ChallengesAPI
import Values

/// The state of a timing, and how long it ran: what its person, from any device, and time do to it
/// (2.6-timing).
///
/// Invariant: the last segment is open exactly while it runs; `finishedAt` is set exactly once it
/// is finished; `outcome` too, but for one that time finished and nobody confirmed.
struct TimingLife: Movable {
    let mode: Timing.Mode
    let targetSeconds: Int?
    var state = State.running
    /// From when until when it ran, by the clock of the service; at least one.
    var segments: [Segment]
    /// How many milliseconds it ran, as the client said last.
    var elapsed = 0
    var finishedAt: Instant?
    /// Whether more time was told than had passed.
    var isSuspect = false
    /// Whether the service was told when it began.
    let isVerified: Bool
    var isUnattended = false
    /// What came of it.
    var outcome: TimingOutcome?
    var version: Int64 = 1

    /// The stored state of a timing.
    enum State: String, CaseIterable, Sendable {
        case running, paused, finished, discarded

        /// Whether it may still go on.
        var isLive: Bool { self == .running || self == .paused }
    }

    /// The side of a timing.
    enum Party: String, CaseIterable, Sendable {
        case owner
    }

    /// The name of a move: the last word of its URL, then time's.
    enum Word: String, CaseIterable, Sendable {
        case pause, resume, finish, discard, confirm
        case time
    }

    /// A timing's moves do nothing elsewhere: what it makes is made beside them.
    enum Effect: Hashable, Sendable {}

    /// From when until when it ran.
    struct Segment: Hashable, Sendable {
        let startedAt: Instant
        /// `nil` while it runs.
        var stoppedAt: Instant?
    }

    static let isPunctual = true

    var table: MoveTable<TimingLife> { .timing }

    /// When it began.
    var startedAt: Instant { segments[0].startedAt }

    /// Since when it runs; `nil` while it does not.
    var runningSince: Instant? {
        state == .running ? segments.last?.startedAt : nil
    }

    /// Whether it waits for its person to confirm it (2.6-unattended).
    var isUnconfirmed: Bool { state == .finished && outcome == nil }

    /// Whether the target time of a countdown is reached; `nil` of a stopwatch.
    ///
    /// - Parameter milliseconds: How long it ran.
    /// - Returns: Whether that is enough.
    func isMet(after milliseconds: Int) -> Bool? {
        guard mode == .countdown, let targetSeconds else { return nil }
        return milliseconds >= targetSeconds * 1_000
    }

    /// How many segments it has at most.
    static let segmentsMax = Timing.segmentsLimit.upperBound

    func dueAt(_ rules: TimingRules) -> Instant? {
        state.isLive ? startedAt + rules.timingMax : nil
    }

    /// How long it has run by a moment, by the clock of the service.
    func passed(by now: Instant) -> Duration {
        segments.reduce(.zero) { sum, segment in
            sum + max(.zero, (segment.stoppedAt ?? now) - segment.startedAt)
        }
    }

    /// How many milliseconds it has run by a moment, by what the client said before it ran on.
    func elapsed(runningSince moment: Instant, by now: Instant) -> Int {
        let more = Int(max(0, now.microseconds - moment.microseconds) / 1_000)
        return min(elapsed + more, Timing.elapsedLimit.upperBound)
    }
}

/// What came of a timing that is finished.
enum TimingOutcome: Hashable, Sendable {
    case made(Timing.Result)
    /// The code of the reason why nothing was made.
    case refused(String)
}
