public import FoundationEssentials
public import Identifiers
public import Values
public import Wire

/// Starts a timing of an assignment that the caller received, a contest in which they participate,
/// or one of their goals (2.6-timing). A user has at most one live timing of each subject.
///
/// When `mode` is absent, the definition's mode applies; without one, a goal in a unit of time gets
/// a countdown from its target, and other subjects get a stopwatch. When `targetSeconds` is absent,
/// a countdown gets the target time of the definition or the goal.
///
/// A client that was offline gives the time of the start, which is then not verified. A client that
/// chooses the timing's `id` and repeats the call gets the timing that was started (2.14-ids).
///
/// Refusals about fields, all together: `challenges.subject_unknown` at `/of`,
/// `challenges.mode_unknown` at `/mode`, also for `clock`, which is never stored,
/// `challenges.target_seconds_invalid` at `/targetSeconds`, and `challenges.started_invalid` at
/// `/startedAt` for a moment more than 24 hours ago or more than 5 minutes ahead, unless the
/// operator sets other bounds. Then `challenges.assignment_not_found`, also for the sender,
/// `challenges.contest_not_found`, `challenges.not_in_contest`, and `challenges.goal_not_found`,
/// also for another user's goal; `challenges.not_started` for a workout that was not started,
/// `challenges.wrong_state`, `challenges.deadline_passed`, `challenges.too_late`,
/// `challenges.attempts_used_up`, `challenges.contest_over` and `challenges.source_refused` if
/// the subject does not accept timings now; `challenges.timer_needs_time` at `/targetSeconds` for a
/// countdown without a target time; `challenges.timing_live`, with the live timing, if the subject
/// has one; `challenges.timings_exhausted` for the 101st timing in 24 hours, unless the operator
/// sets another limit; `challenges.id_taken`; `wire.id_reserved` at `/id`.
public struct StartTiming: ChoosesID, Limited {
    public static let id: CallID = 0x0270
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The id of the timing to make; the service picks one when absent.
    public var id: TimingID?
    public static let chosenIDField = "id"
    public var chosenID: TimingID? { id }
    /// The kind of the subject.
    public var of: Timing.Subject
    /// The id of the assignment, the contest or the goal.
    public var subject: UUID
    /// The clock that is shown; by default that of the definition.
    public var mode: Timing.Mode?
    /// The target time in seconds.
    public var targetSeconds: Int?
    /// The time of the start; now when absent. A time slightly in the future counts as now.
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
