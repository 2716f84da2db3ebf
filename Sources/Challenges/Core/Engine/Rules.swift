import ChallengesAPI
public import Values

/// The limits and times of challenges (2.14-limits). An operator may change them; the defaults are
/// the domain's.
public struct Rules: Hashable, Sendable {
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
    /// How many definitions a user may have (2.14-limits).
    public var definitionsMax: Int
    /// Points of a completed assignment for its recipient (CA-17), as paid by scoring.
    public var completedPoints: Int
    /// Points of a completed assignment for its sender (CA-16), as paid by scoring.
    public var sentPoints: Int
    /// How many challenges that the same two people complete for each other scoring pays on one day
    /// in UTC; 0 for all (2.7-pair-day).
    public var pointsPairDay: Int
    /// How many ratings a definition needs before its difficulty is shown (2.5-difficulty).
    public var ratingsShown: Int
    /// How long after its end a contest still takes what happened before it (2.3-states).
    public var contestSettling: Duration
    /// How long a contest may last, and how far ahead it may begin (2.3-states).
    public var contestMax: Duration
    /// How long before its end the people in a contest are told (2.13-deadlines).
    public var contestNotice: Duration
    /// How many people a contest may be for at most (2.3-capacity).
    public var contestCapacity: Int
    /// How many unfinished contests a user may be in (2.14-limits).
    public var contestsJoined: Int
    /// How many unfinished contests a user may own, drafts among them (2.14-limits).
    public var contestsOwned: Int
    /// How many contests a user may make in 24 hours (2.14-contests-a-day).
    public var contestsDay: Int
    /// How far back an entry that a person typed in may lie (2.3-back-dated).
    public var entryBack: Duration
    /// How far ahead or behind a clock may be that says when something was done (2.9-clocks).
    public var clockTolerance: Duration
    /// How many entries a user may have in a contest (2.14-limits).
    public var entriesRun: Int
    /// How many of them on one of their days (2.14-limits).
    public var entriesDay: Int
    /// How many pictures a user may add to a contest by themselves (2.14-limits).
    public var photosContest: Int
    /// How many pictures a user may keep without a challenge (2.14-limits).
    public var photosOwn: Int
    /// How many people must vote before their votes can remove an entry (2.3-dispute).
    public var votesMin: Int
    /// How many open queries a participant may have in a contest (2.3-dispute).
    public var queriesOpen: Int
    /// How long a code lives for which its maker names no end (2.3-code).
    public var codeLife: Duration
    /// How many open codes a user may have (2.14-limits).
    public var codesOpen: Int
    /// How long what people did counts for what is trending (2.8-trending).
    public var trendingWindow: Duration
    /// After how long it counts half.
    public var trendingHalfLife: Duration
    /// How many people must have done something.
    public var trendingPeople: Int
    /// How often it is computed.
    public var trendingEvery: Duration
    /// How long the likes of a contest or a definition are one notice (2.13-merged).
    public var likedEvery: Duration

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
        definitionsMax: Int = 1_000,
        completedPoints: Int = 100,
        sentPoints: Int = 10,
        pointsPairDay: Int = 0,
        ratingsShown: Int = 3,
        contestSettling: Duration = .hours(24),
        contestMax: Duration = .days(366),
        contestNotice: Duration = .hours(24),
        contestCapacity: Int = 10_000,
        contestsJoined: Int = 200,
        contestsOwned: Int = 200,
        contestsDay: Int = 100,
        entryBack: Duration = .hours(48),
        clockTolerance: Duration = .minutes(5),
        entriesRun: Int = 1_000,
        entriesDay: Int = 100,
        photosContest: Int = 1_000,
        photosOwn: Int = 5_000,
        votesMin: Int = 3,
        queriesOpen: Int = 3,
        codeLife: Duration = .days(14),
        codesOpen: Int = 20,
        trendingWindow: Duration = .hours(72),
        trendingHalfLife: Duration = .hours(24),
        trendingPeople: Int = 3,
        trendingEvery: Duration = .seconds(60),
        likedEvery: Duration = .hours(6)
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
        self.definitionsMax = definitionsMax
        self.completedPoints = completedPoints
        self.sentPoints = sentPoints
        self.pointsPairDay = pointsPairDay
        self.ratingsShown = ratingsShown
        self.contestSettling = contestSettling
        self.contestMax = contestMax
        self.contestNotice = contestNotice
        self.contestCapacity = contestCapacity
        self.contestsJoined = contestsJoined
        self.contestsOwned = contestsOwned
        self.contestsDay = contestsDay
        self.entryBack = entryBack
        self.clockTolerance = clockTolerance
        self.entriesRun = entriesRun
        self.entriesDay = entriesDay
        self.photosContest = photosContest
        self.photosOwn = photosOwn
        self.votesMin = votesMin
        self.queriesOpen = queriesOpen
        self.codeLife = codeLife
        self.codesOpen = codesOpen
        self.trendingWindow = trendingWindow
        self.trendingHalfLife = trendingHalfLife
        self.trendingPeople = trendingPeople
        self.trendingEvery = trendingEvery
        self.likedEvery = likedEvery
    }

    /// The times of the window around a moment in which what people like is one notice.
    func likedTimes(around moment: Instant) -> Range<Instant> {
        let window = (Instant(microseconds: 0) + likedEvery).microseconds
        let begin = Instant(microseconds: likedWindow(at: moment) * window)
        return begin..<begin + likedEvery
    }

    /// The number of the window in which what people like is one notice, counted since 1970.
    func likedWindow(at now: Instant) -> Int64 {
        let window = Instant(microseconds: 0) + likedEvery
        return now.microseconds / window.microseconds
    }

    /// Refuses a new challenge's deadline that is too near or too far.
    func check(deadline: Instant, at now: Instant) throws(ChallengesError) {
        guard now + deadlineMin <= deadline, deadline <= now + deadlineMax else {
            throw .deadlineInvalid
        }
    }
}
