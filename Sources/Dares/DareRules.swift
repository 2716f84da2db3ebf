import ChallengesAPI
public import Values

/// The limits and durations of dares and workouts (2.14-limits).
public struct DareRules: Hashable, Sendable {
    /// The maximum number of submissions of an assignment, retracted ones included; 5 by default.
    public var attemptsMax: Int
    /// The time without a verdict after which a submission is approved, unverified; 7 days by
    /// default.
    public var silentSender: Duration
    /// The time without an answer after which a dare expires; 14 days by default.
    public var noAnswer: Duration
    /// How long a rejection can be changed to an approval; 7 days by default.
    public var correction: Duration
    /// The minimum time for another attempt after the deadline has passed; 24 hours by default.
    public var extraTime: Duration
    /// How long after its deadline a workout can be completed without points; 7 days by default
    /// (2.5-late).
    public var workoutLate: Duration
    /// The minimum time until a deadline; 5 minutes by default.
    public var deadlineMin: Duration
    /// The maximum time until a deadline; 366 days by default.
    public var deadlineMax: Duration
    /// How long before a deadline the recipient is notified, longest first; 24 hours and 1 hour by
    /// default (2.13-deadlines).
    public var noticeBefore: [Duration] {
        didSet { noticeBefore.sort(by: >) }
    }
    /// The recipient's points for a completed assignment, as paid by scoring.
    public var completedPoints: Int
    /// The sender's points for a completed assignment, as paid by scoring.
    public var sentPoints: Int
    /// The maximum number of assignments between the same two users that scoring pays for per UTC
    /// day; 0 for no maximum (2.7-pair-day).
    public var pointsPairDay: Int
    /// How far ahead or behind a client's or camera's clock may be; 5 minutes by default
    /// (2.9-clocks).
    public var clockTolerance: Duration

    public init(
        attemptsMax: Int = 5,
        silentSender: Duration = .days(7),
        noAnswer: Duration = .days(14),
        correction: Duration = .days(7),
        extraTime: Duration = .hours(24),
        workoutLate: Duration = .days(7),
        deadlineMin: Duration = .minutes(5),
        deadlineMax: Duration = .days(366),
        noticeBefore: [Duration] = [.hours(24), .hours(1)],
        completedPoints: Int = 100,
        sentPoints: Int = 10,
        pointsPairDay: Int = 0,
        clockTolerance: Duration = .minutes(5)
    ) {
        self.attemptsMax = attemptsMax
        self.silentSender = silentSender
        self.noAnswer = noAnswer
        self.correction = correction
        self.extraTime = extraTime
        self.workoutLate = workoutLate
        self.deadlineMin = deadlineMin
        self.deadlineMax = deadlineMax
        self.noticeBefore = noticeBefore.sorted(by: >)
        self.completedPoints = completedPoints
        self.sentPoints = sentPoints
        self.pointsPairDay = pointsPairDay
        self.clockTolerance = clockTolerance
    }

    /// Refuses a deadline of a new challenge that is too near or too far.
    func check(deadline: Instant, at now: Instant) throws(ChallengesError) {
        guard now + deadlineMin <= deadline, deadline <= now + deadlineMax else {
            throw .deadlineInvalid
        }
    }
}
