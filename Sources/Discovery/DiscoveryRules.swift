public import Values

/// The limits and times of galleries, likes and trends (2.14-limits).
public struct DiscoveryRules: Hashable, Sendable {
    /// How many pictures a user may add to a contest by themselves, and how many a goal may have beside
    /// those of its entries (2.14-limits).
    public var photosContest: Int
    /// How many pictures a user may keep without a challenge (2.14-limits).
    public var photosOwn: Int
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
        photosContest: Int = 1_000,
        photosOwn: Int = 5_000,
        trendingWindow: Duration = .hours(72),
        trendingHalfLife: Duration = .hours(24),
        trendingPeople: Int = 3,
        trendingEvery: Duration = .seconds(60),
        likedEvery: Duration = .hours(6)
    ) {
        self.photosContest = photosContest
        self.photosOwn = photosOwn
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
}
