import ChallengesTestKit
import FoundationEssentials
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Discovery

/// What becomes of what people do with a thing (2.8-trending).
struct TrendTests {
    private static let now = Instant.noon

    private func trend(
        people: Int = 3,
        isPublic: Bool = true,
        oldest: Duration = .minutes(10),
        _ change: (inout DiscoveryRules) -> Void = { _ in }
    ) -> Trend {
        var rules = DiscoveryRules()
        change(&rules)
        let activity = Activity(
            target: UUID(),
            isPublic: isPublic,
            people: people,
            score: 7,
            oldestAt: Self.now - oldest
        )
        return Trend(activity, at: Self.now, under: rules)
    }

    @Test func `three people make a trend, two do not`() {
        #expect([0, 1, 2, 3, 4].map { trend(people: $0).score } == [nil, nil, nil, 7, 7])
        #expect(
            [1, 2].map { people in trend(people: people) { $0.trendingPeople = 2 }.score }
                == [nil, 7]
        )
        #expect(trend(people: 2).people == 2)
    }

    @Test func `what not everyone may see does not trend`() {
        #expect(trend(isPublic: false).score == nil)
    }

    @Test func `it is computed again when its first act no longer counts, and each hour`() {
        #expect(trend(oldest: .zero).dueAt == Self.now + .hours(1))
        #expect(trend(oldest: .hours(71)).dueAt == Self.now + .hours(1))
        #expect(
            trend(oldest: .hours(71) + .microseconds(1)).dueAt
                == Self.now + .hours(1) - .microseconds(1)
        )
        #expect(trend(oldest: .hours(72) - .seconds(1)).dueAt == Self.now + .seconds(1))
        let short = trend(oldest: .seconds(4)) { $0.trendingWindow = .seconds(6) }
        #expect(short.dueAt == Self.now + .seconds(2))
    }

    @Test func `a join counts three, a completion two, a like one`() {
        #expect(Act.What.allCases.map(\.weight) == [3, 2, 1])
    }

    @Test func `likes of six hours are one window`() {
        let rules = DiscoveryRules()
        let hours: [Int64] = [0, 5, 6, 11, 12]
        let windows = hours.map { hour in
            rules.likedWindow(at: Instant(microseconds: hour * 3_600_000_000))
        }
        #expect(windows == [0, 0, 1, 1, 2])
        let last = Instant(microseconds: 6 * 3_600_000_000 - 1)
        #expect(rules.likedWindow(at: last) == 0)
        #expect(DiscoveryRules(likedEvery: .seconds(1)).likedWindow(at: last) == 21_599)
    }
}
