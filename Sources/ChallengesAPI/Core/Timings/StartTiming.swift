public import FoundationEssentials
public import Identifiers
public import Values
public import Wire

/// Starts to time something that the caller is at: an assignment that they were sent, a contest
/// that they are in, or one of their goals (2.6-timing). A user has one live timing of
/// each at a time.
///
/// Without a `mode` it is the one of the definition; of a goal in a unit of time it is a countdown
/// from the goal's target, and otherwise a stopwatch. A countdown without a target time has the one
/// of the definition, or of the goal.
///
/// A client that was offline gives the time at which it began, which cannot be verified. A client
/// that gives the timing an `id` and repeats the call gets what was started (2.14-ids).
///
/// Refusals, all of those about fields together: `challenges.subject_unknown` at `/of`,
/// `challenges.mode_unknown` at `/mode`, also for `clock`, of which nothing is stored,
/// `challenges.target_seconds_invalid` at `/targetSeconds`, and `challenges.started_invalid` at
/// `/startedAt` for a moment more than 24 hours ago or more than 5 minutes ahead, unless the
/// operator sets other bounds. Then `challenges.assignment_not_found`, also for the sender,
/// `challenges.contest_not_found`, `challenges.not_in_contest`, and `challenges.goal_not_found`,
/// also for another person's; `challenges.not_started` for a workout that was not started,
/// `challenges.wrong_state`, `challenges.deadline_passed`, `challenges.too_late`,
/// `challenges.attempts_used_up`, `challenges.contest_over` and `challenges.source_refused` for
/// what is not open for it; `challenges.timer_needs_time` at `/targetSeconds` for a countdown
/// without one; `challenges.timing_live`, with the live timing, where there is one;
/// `challenges.timings_exhausted` for the 101st in 24 hours, unless the operator sets another
/// limit; `challenges.id_taken`; `wire.id_reserved` at `/id`.
public struct StartTiming: ChoosesID, Limited {
    public static let id: CallID = 0x0270
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The id of the timing to make; the service picks one when absent.
    public var id: TimingID?
    public static let chosenIDField = "id"
    public var chosenID: TimingID? { id }
    /// What is timed.
    public var of: Timing.Subject
    /// The id of the assignment, the contest or the goal.
    public var subject: UUID
    /// Which clock is shown.
    public var mode: Timing.Mode?
    /// How long it is to take.
    public var targetSeconds: Int?
    /// When it began; now when absent. A moment ahead counts as now.
    public var startedAt: Instant?

    public static let limits: FieldLimits = ["targetSeconds": .number(Timing.targetLimit)]

    public init(
        id: TimingID? = nil,
        of: Timing.Subject,
        subject: UUID,
        mode: Timing.Mode? = nil,
        targetSeconds: Int? = nil,
        startedAt: Instant? = nil
    ) {
        self.id = id
        self.of = of
        self.subject = subject
        self.mode = mode
        self.targetSeconds = targetSeconds
        self.startedAt = startedAt
    }

    public typealias Reply = Timing
}
