public import FoundationEssentials
public import Identifiers
public import Values
public import Wire

/// A timer session of the caller: the time that they spent on an assignment, a contest or a goal
/// (2.6-timing).
public struct Timing: Codable, Hashable, Sendable, Versioned, Limited {
    /// The timing.
    public let id: TimingID
    /// The kind of the timed subject.
    public let of: Subject
    /// The id of the assignment, the contest or the goal.
    public let subject: UUID
    /// The clock that is shown.
    public let mode: Mode
    /// The state.
    public let state: State
    /// The elapsed time: the last that the client reported, or the running time of an unattended
    /// timing. While the timing runs, add the time since `runningSince`.
    public let elapsedMilliseconds: Int
    /// The longest elapsed time: 24 hours.
    public static let elapsedLimit = 0...86_400_000
    /// The target time in seconds; `nil` for none. A countdown always has one.
    public let targetSeconds: Int?
    public static let targetLimit = 1...86_400
    /// Whether the target time was reached; `nil` unless it is a countdown.
    public let isMet: Bool?
    /// When it was started.
    public let startedAt: Instant
    /// When it was last started or resumed; `nil` unless it is running.
    public let runningSince: Instant?
    /// When it was finished.
    public let finishedAt: Instant?
    /// The time ranges in which it ran, by the service's clock: 1 to 100.
    public let segments: [Segment]
    public static let segmentsLimit = 1...100
    /// Whether the reported time exceeds the time that passed by more than the operator allows, 5
    /// seconds by default.
    public let isSuspect: Bool
    /// Whether the service received the start when it happened, and not afterwards.
    public let isVerified: Bool
    /// Whether the service finished it because it ran or was paused for too long, 24 hours from
    /// its start by default. It then has no result until the caller confirms it.
    public let isUnattended: Bool
    /// The result; `nil` if there is none, or none yet.
    public let result: Result?
    /// Why there is no result: the error code of the call that logs or completes the subject.
    public let refusal: String?
    /// The actions that the caller may take now.
    public let actions: [Action]
    /// The version: incremented by each change. A call's `ifVersion`, in HTTP `If-Match`, is
    /// compared with it.
    public let version: Int64

    public static let limits: FieldLimits = [
        "elapsedMilliseconds": .number(elapsedLimit), "targetSeconds": .number(targetLimit),
        "segments": .items(segmentsLimit),
    ]

    public init(
        id: TimingID,
        of: Subject,
        subject: UUID,
        mode: Mode,
        state: State,
        elapsedMilliseconds: Int,
        targetSeconds: Int? = nil,
        isMet: Bool? = nil,
        startedAt: Instant,
        runningSince: Instant? = nil,
        finishedAt: Instant? = nil,
        segments: [Segment],
        isSuspect: Bool,
        isVerified: Bool,
        isUnattended: Bool,
        result: Result? = nil,
        refusal: String? = nil,
        actions: [Action],
        version: Int64
    ) {
        self.id = id
        self.of = of
        self.subject = subject
        self.mode = mode
        self.state = state
        self.elapsedMilliseconds = elapsedMilliseconds
        self.targetSeconds = targetSeconds
        self.isMet = isMet
        self.startedAt = startedAt
        self.runningSince = runningSince
        self.finishedAt = finishedAt
        self.segments = segments
        self.isSuspect = isSuspect
        self.isVerified = isVerified
        self.isUnattended = isUnattended
        self.result = result
        self.refusal = refusal
        self.actions = actions
        self.version = version
    }

    /// The kind of a timed subject.
    public enum Subject: String, OpenEnum, CaseIterable {
        /// A dare or a workout that the caller received.
        case assignment
        /// A contest in which the caller participates.
        case contest
        /// A goal of the caller.
        case goal
        /// A subject of a later release. Refused when a timing is started.
        case unknown
    }

    /// The clock that is shown.
    public enum Mode: String, OpenEnum, CaseIterable {
        /// The elapsed time is the result.
        case stopwatch
        /// Counts down from the target time, which is reached at zero.
        case countdown
        /// A clock of a later release. Refused when a timing is started.
        case unknown
    }

    /// The state of a timing.
    public enum State: String, OpenEnum, CaseIterable {
        /// It is running.
        case running
        /// It is paused and can be resumed.
        case paused
        /// It has ended, and its time counts.
        case finished
        /// It has ended without a result.
        case discarded
        /// A state of a later release.
        case unknown
    }

    /// A time range in which a timing ran.
    public struct Segment: Codable, Hashable, Sendable {
        /// When it was started or resumed.
        public let startedAt: Instant
        /// When it was paused or ended; `nil` while it runs.
        public let stoppedAt: Instant?

        public init(startedAt: Instant, stoppedAt: Instant? = nil) {
            self.startedAt = startedAt
            self.stoppedAt = stoppedAt
        }
    }

    /// The result of a timing: what was logged or completed with it.
    public struct Result: Codable, Hashable, Sendable {
        /// The kind of the result.
        public let kind: Kind
        /// The id of the assignment, entry or goal.
        public let id: UUID

        public init(kind: Kind, id: UUID) {
            self.kind = kind
            self.id = id
        }

        /// The kind of a timing's result.
        public enum Kind: String, OpenEnum, CaseIterable {
            /// The assignment was submitted, or completed.
            case assignment
            /// An entry of the contest.
            case entry
            /// The goal, or its period, was marked as done.
            case goal
            /// An entry of the goal.
            case goalEntry
            /// A kind of a later release.
            case unknown
        }
    }

    /// An action that the user may take.
    public enum Action: String, OpenEnum, CaseIterable {
        /// Pause it.
        case pause
        /// Resume it.
        case resume
        /// End it, and log or complete the subject.
        case finish
        /// End it without a result.
        case discard
        /// Confirm the time of an unattended timing, or correct it to less.
        case confirm
        /// An action of a later release.
        case unknown
    }
}
