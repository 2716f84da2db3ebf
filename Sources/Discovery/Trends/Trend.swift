import FoundationEssentials
import Values

/// The acts of people other than the author on a definition or a contest, within the trending
/// window.
struct Activity: Hashable, Sendable {
    let target: UUID
    /// Whether everyone may see it.
    let isPublic: Bool
    /// The number of people who acted.
    let people: Int
    /// The base-2 logarithm of the weighted acts plus the moment of the computation in half-lives
    /// since 1970, in billionths. It changes with time only when acts leave the window. Scores can
    /// be compared whenever they were computed: the higher one trends more now.
    let score: Int
    /// When the oldest of the acts happened.
    let oldestAt: Instant
}

/// The trend of a definition or a contest (2.8-trending), and when to compute it again.
struct Trend: Hashable, Sendable {
    let target: UUID
    /// The rank; `nil` while too few people act, or while it is not public.
    let score: Int?
    let people: Int
    /// When to compute the trend again: when its oldest act leaves the window, and after
    /// `computedEvery` at the latest, because operators change settings and suspend people.
    let dueAt: Instant

    /// The maximum time between two computations of a trend.
    static let computedEvery: Duration = .hours(1)

    init(_ activity: Activity, at now: Instant, under rules: DiscoveryRules) {
        target = activity.target
        people = activity.people
        let isTrending = activity.isPublic && activity.people >= rules.trendingPeople
        score = isTrending ? activity.score : nil
        dueAt = min(activity.oldestAt + rules.trendingWindow, now + Self.computedEvery)
    }
}
