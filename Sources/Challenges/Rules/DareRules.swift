import ChallengesAPI
public import Values

/// The numbers of the dare (2.14-limits). An operator may change them; the defaults are the
/// domain's.
public struct DareRules: Hashable, Sendable {
    /// How many submissions an assignment takes; retracted ones count.
    public var attemptsMax: Int
    /// After how much silence of the sender a submission is done, unverified.
    public var silentSender: Duration
    /// After how much silence of the recipient an assignment expires.
    public var noAnswer: Duration
    /// For how long a rejection can be changed to an approval.
    public var correction: Duration
    /// How much time another try gets at least, where the deadline has passed.
    public var extraTime: Duration
    /// How far ahead a deadline lies at least.
    public var deadlineMin: Duration
    /// How far ahead a deadline lies at most.
    public var deadlineMax: Duration
    /// What a done one is worth to whoever did it (CA-17), as scoring pays it.
    public var completedPoints: Int
    /// What a done one is worth to whoever sent it (CA-16), as scoring pays it.
    public var sentPoints: Int

    public init(
        attemptsMax: Int = 5,
        silentSender: Duration = .days(7),
        noAnswer: Duration = .days(14),
        correction: Duration = .days(7),
        extraTime: Duration = .hours(24),
        deadlineMin: Duration = .minutes(5),
        deadlineMax: Duration = .days(366),
        completedPoints: Int = 100,
        sentPoints: Int = 10
    ) {
        self.attemptsMax = attemptsMax
        self.silentSender = silentSender
        self.noAnswer = noAnswer
        self.correction = correction
        self.extraTime = extraTime
        self.deadlineMin = deadlineMin
        self.deadlineMax = deadlineMax
        self.completedPoints = completedPoints
        self.sentPoints = sentPoints
    }

    /// Most characters of a challenge's name.
    static let nameMax = 80
    /// Most characters of a description and of a note.
    static let proseMax = 2_000
    /// Most characters of a reason.
    static let reasonMax = 500
    /// Most recipients of a challenge.
    static let recipientsMax = 100
    /// Most pictures of a submission.
    static let mediaMax = 10

    /// Refuses a deadline of a new challenge that is too near or too far.
    func check(deadline: Instant, at now: Instant) throws(ChallengesError) {
        guard now + deadlineMin <= deadline, deadline <= now + deadlineMax else {
            throw .deadlineInvalid
        }
    }
}
