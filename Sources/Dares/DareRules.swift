import ChallengesAPI
public import Values

/// The limits and times of dares and workouts (2.14-limits).
public struct DareRules: Hashable, Sendable {
    /// How many submissions an assignment allows; retracted ones count.
    public var attemptsMax: Int
    /// A submission is done, unverified, after the sender has been silent for this long.
    public var silentSender: Duration
    /// An assignment expires after the recipient has been silent for this long.
    public var noAnswer: Duration
    /// How long a rejection can be changed to an approval.
    public var correction: Duration
    /// The minimum time of another try whose deadline has passed.
    public var extraTime: Duration
    /// How long after its deadline a workout can be completed all the same, without points
    /// (2.5-late).
    public var workoutLate: Duration
    /// The minimum time until a deadline.
    public var deadlineMin: Duration
    /// The maximum time until a deadline.
    public var deadlineMax: Duration
    /// How long before a deadline its recipient is told, the longest first (2.13-deadlines).
    public var noticeBefore: [Duration] {
        didSet { noticeBefore.sort(by: >) }
    }
    /// Points of a completed assignment for its recipient (CA-17), as paid by scoring.
    public var completedPoints: Int
    /// Points of a completed assignment for its sender (CA-16), as paid by scoring.
    public var sentPoints: Int
    /// How many challenges that the same two people complete for each other scoring pays on one day
    /// in UTC; 0 for all (2.7-pair-day).
    public var pointsPairDay: Int
    /// How far ahead or behind a clock may be that says when something was done (2.9-clocks).
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

    /// Refuses a new challenge's deadline that is too near or too far.
    func check(deadline: Instant, at now: Instant) throws(ChallengesError) {
        guard now + deadlineMin <= deadline, deadline <= now + deadlineMax else {
            throw .deadlineInvalid
        }
    }
}
