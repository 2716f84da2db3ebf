import FoundationEssentials
import Values

/// What people other than its author did with a thing within the window of what is trending.
struct Activity: Hashable, Sendable {
    let target: UUID
    /// Whether everyone may see the thing.
    let isPublic: Bool
    /// How many people.
    let people: Int
    /// The logarithm, to the base 2, of what their acts count, plus the moment for which that is,
    /// in half-lives since 1970; in billionths. Time changes it only as acts leave the window:
    /// whenever two scores were computed, the higher one is of the thing that counts more now.
    let score: Int
    /// When the first of the acts was.
    let oldestAt: Instant
}

/// How much is done with a thing at the moment (2.8-trending), and until when that holds.
struct Trend: Hashable, Sendable {
    let target: UUID
    /// By which things are ordered; `nil` while too few people do something, or may see it.
    let score: Int?
    let people: Int
    /// When it is to be computed again: when its first act no longer counts, and now and then,
    /// because an operator changes settings, and people are suspended.
    let dueAt: Instant

    /// The maximum time until it is computed again.
    static let computedEvery: Duration = .hours(1)

    init(_ activity: Activity, at now: Instant, under rules: DiscoveryRules) {
        target = activity.target
        people = activity.people
        let isTrending = activity.isPublic && activity.people >= rules.trendingPeople
        score = isTrending ? activity.score : nil
        dueAt = min(activity.oldestAt + rules.trendingWindow, now + Self.computedEvery)
    }
}
