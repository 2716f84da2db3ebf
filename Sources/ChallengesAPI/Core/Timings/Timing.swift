public import FoundationEssentials
public import Identifiers
public import Values
public import Wire

/// A timer session of the caller's: how long they were at an assignment, a contest or a goal
/// (2.6-timing).
public struct Timing: Codable, Hashable, Sendable, Versioned, Limited {
    /// The timing.
    public let id: TimingID
    /// What is timed.
    public let of: Subject
    /// The id of the assignment, the contest or the goal.
    public let subject: UUID
    /// Which clock is shown.
    public let mode: Mode
    /// What became of it.
    public let state: State
    /// How long, as the client said last, or as long as it ran unattended. While it runs, what has
    /// passed since `runningSince` comes on top.
    public let elapsedMilliseconds: Int
    /// The longest elapsed time: 24 hours.
    public static let elapsedLimit = 0...86_400_000
    /// How long it is to take; a countdown has it always.
    public let targetSeconds: Int?
    public static let targetLimit = 1...86_400
    /// Whether the target time was reached; `nil` unless it is a countdown.
    public let isMet: Bool?
    /// When it began.
    public let startedAt: Instant
    /// Since when it runs; set exactly while it does.
    public let runningSince: Instant?
    /// When it was finished.
    public let finishedAt: Instant?
    /// From when until when it ran, by the times at which the service was told: 1 to 100.
    public let segments: [Segment]
    public static let segmentsLimit = 1...100
    /// Whether more time was told than had passed, by more than 5 seconds unless the operator
    /// allows another difference.
    public let isSuspect: Bool
    /// Whether the service was told when it began; not if a client told it afterwards.
    public let isVerified: Bool
    /// Whether time finished it, 24 hours after it began unless the operator sets another time. It
    /// then makes nothing until its person confirms it.
    public let isUnattended: Bool
    /// What it made; `nil` if it made nothing, or not yet.
    public let result: Result?
    /// Why it made nothing: the code of a refusal, as of a call that logs or completes.
    public let refusal: String?
    /// What the caller may do with it now.
    public let actions: [Action]
    /// Incremented by each change; a call's `ifVersion`, in HTTP `If-Match`, is compared with it.
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

    /// What can be timed.
    public enum Subject: String, OpenEnum, CaseIterable {
        /// A dare or a workout that the caller was sent.
        case assignment
        /// A contest that the caller is in.
        case contest
        /// A goal of the caller's.
        case goal
        /// Something of a later release; nothing can be timed as this.
        case unknown
    }

    /// The clock that is shown.
    public enum Mode: String, OpenEnum, CaseIterable {
        /// The elapsed time is the result.
        case stopwatch
        /// Counts down from the target time, which is met at zero.
        case countdown
        /// A clock of a later release; nothing can be timed by it.
        case unknown
    }

    /// What became of it.
    public enum State: String, OpenEnum, CaseIterable {
        /// It runs.
        case running
        /// It stands still, and may go on.
        case paused
        /// It is over, and its time counts.
        case finished
        /// It is over, and nothing came of it.
        case discarded
        /// A state of a later release.
        case unknown
    }

    /// From when until when it ran.
    public struct Segment: Codable, Hashable, Sendable {
        /// When it began to run.
        public let startedAt: Instant
        /// When it stopped; `nil` while it runs.
        public let stoppedAt: Instant?

        public init(startedAt: Instant, stoppedAt: Instant? = nil) {
            self.startedAt = startedAt
            self.stoppedAt = stoppedAt
        }
    }

    /// What it made.
    public struct Result: Codable, Hashable, Sendable {
        /// What it is.
        public let kind: Kind
        /// Its id.
        public let id: UUID

        public init(kind: Kind, id: UUID) {
            self.kind = kind
            self.id = id
        }

        /// What a timing makes.
        public enum Kind: String, OpenEnum, CaseIterable {
            /// The assignment was submitted, or completed.
            case assignment
            /// An entry of the contest.
            case entry
            /// The goal, or its period, was marked as done.
            case goal
            /// An entry of the goal.
            case goalEntry
            /// Something of a later release.
            case unknown
        }
    }

    /// What its person may do with it.
    public enum Action: String, OpenEnum, CaseIterable {
        /// Stand still.
        case pause
        /// Go on.
        case resume
        /// End it, and log or complete what was timed.
        case finish
        /// End it, and make nothing of it.
        case discard
        /// Say that the time of one that nobody ended is right, or less.
        case confirm
        /// An action of a later release.
        case unknown
    }
}
