import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Testing
import Values

@testable import Challenges
@testable import Contests

/// What the end of a contest leaves out of what was logged before it came (2.3-states,
/// 2.9-local-day).
struct CountedDaysTests {
    private static let end = ContestRecord.endsAt

    private static func item(_ moment: Instant, on day: Int64 = 19_675) -> Tally.Item {
        Tally.Item(
            id: EntryID(),
            amount: .of("1"),
            occurredAt: moment,
            localDay: CivilDate(daysSince1970: day),
            createdAt: moment
        )
    }

    @Test func `what occurred before the end counts`() {
        var contest = ContestRecord.ofEntries()
        let (last, late) = (Self.item(Self.end - .tick), Self.item(Self.end))
        #expect(contest.counted([last, late]) == [last])
        contest.life.endsAt = nil
        #expect(contest.counted([last, late]) == [last, late])
    }

    /// A contest of seven whole days in New York, which is five hours behind UTC.
    private static func days(metric: Metric?) -> ContestRecord {
        let midnight = Instant(microseconds: 19_676 * 86_400_000_000) + .hours(5)
        var contest = ContestRecord.ofEntries(
            metric: metric,
            aggregation: metric == nil ? .daysActive : .sum,
            timeZone: "America/New_York",
            startsAt: midnight,
            endsAt: midnight + .days(7)
        )
        contest.life.wholeDays = true
        return contest
    }

    @Test(arguments: [Metric?.none, .steps])
    func `where its own days count, they do`(metric: Metric?) {
        var contest = Self.days(metric: metric)
        let noon = ContestRecord.startsAt + .days(3)
        let days: [Int64] = [19_675, 19_676, 19_682, 19_683]
        let items = days.map { Self.item(noon, on: $0) }
        #expect(contest.counted(items) == Array(items[1...2]))
        // Whenever it was, wherever that day has not begun, or has not ended.
        let late = Self.item(Self.end + .days(9), on: 19_682)
        #expect(contest.counted([late]) == [late])
        // A day less.
        contest.life.endsAt = contest.life.endsAt.map { $0 - .days(1) }
        #expect(contest.counted(items) == [items[1]])
    }

    @Test func `what the end leaves out was logged shortly before it`() {
        let rules = ContestRules(clockTolerance: .minutes(7))
        var contest = ContestRecord.ofEntries()
        let moments = contest.leftOut(under: rules)
        #expect(moments?.contest == contest.id)
        #expect(moments?.end == Self.end)
        #expect(moments?.day == nil)
        #expect(moments?.loggedSince == Self.end - .minutes(7))
        contest.life.endsAt = nil
        #expect(contest.leftOut(under: rules) == nil)
    }

    @Test(arguments: [Metric?.none, .steps])
    func `where its own days count, it was logged since the next one began anywhere`(
        metric: Metric?
    ) throws {
        let contest = Self.days(metric: metric)
        let end = try #require(contest.life.endsAt)
        let days = contest.leftOut(under: ContestRules(clockTolerance: .minutes(7)))
        #expect(days?.end == nil)
        // The day of its end is none of its days. It begins first in Kiritimati, 14 hours ahead of
        // UTC, and last on a ship 12 hours behind it.
        #expect(days?.day == CivilDate(daysSince1970: 19_683))
        #expect(days?.loggedSince == end - .hours(26) - .minutes(7))
    }
}
