public import Values

/// The limits and times of galleries, likes and trends (2.14-limits).
public struct DiscoveryRules: Hashable, Sendable {
    /// The maximum number of pictures that a user may add to the gallery of a contest; 1,000 by
    /// default. Also the maximum of a goal, without the pictures of its entries (2.14-limits).
    public var photosContest: Int
    /// The maximum number of pictures that a user may keep without a challenge; 5,000 by default
    /// (2.14-limits).
    public var photosOwn: Int
    /// The time for which an act counts towards trends; 72 hours by default (2.8-trending).
    public var trendingWindow: Duration
    /// The time after which an act counts as half; 24 hours by default.
    public var trendingHalfLife: Duration
    /// The minimum number of active people for something to trend; 3 by default.
    public var trendingPeople: Int
    /// The interval at which due trends are computed; 60 seconds by default.
    public var trendingEvery: Duration
    /// The length of the window within which the likes of a contest or a definition are merged into
    /// one notice; 6 hours by default (2.13-merged).
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

    /// The window that contains a moment. Its likes are merged into one notice.
    func likedTimes(around moment: Instant) -> Range<Instant> {
        let window = (Instant(microseconds: 0) + likedEvery).microseconds
        let begin = Instant(microseconds: likedWindow(at: moment) * window)
        return begin..<begin + likedEvery
    }

    /// The number of the window that contains a moment, counted since 1970.
    func likedWindow(at now: Instant) -> Int64 {
        let window = Instant(microseconds: 0) + likedEvery
        return now.microseconds / window.microseconds
    }
}
