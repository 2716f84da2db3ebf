import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Testing
import Values

@testable import Challenges
@testable import Contests

/// What entries amount to, what of it is ranked, and how far it is (2.3-aggregation, 2.3-score,
/// 2.3-direction, 2.3-goal).
struct TallyTests {
    private static let noon = ContestRecord.startsAt

    /// An entry of a day, counted from the first one, at a minute of it.
    private static func item(
        _ amount: String?,
        day: Int = 0,
        minute: Int = 0,
        logged: Int? = nil,
        id: EntryID = EntryID()
    ) -> Tally.Item {
        Tally.Item(
            id: id,
            amount: amount.map { .of($0) },
            occurredAt: noon + .days(day) + .minutes(minute),
            localDay: CivilDate(daysSince1970: 20_000 + Int64(day)),
            createdAt: noon + .minutes(logged ?? day * 1_440 + minute)
        )
    }

    private static func tally(
        _ aggregation: Contest.Aggregation,
        _ direction: Contest.Direction = .higher,
        isPercent: Bool = false,
        countsDays: Bool = false
    ) -> Tally {
        Tally(
            aggregation: aggregation,
            direction: direction,
            isPercent: isPercent,
            countsDays: countsDays
        )
    }

    /// 2 and 3 on the first day, 1 on the second, 1.5 on the third; the last one was logged first.
    private static let week = [
        item("2", minute: 10), item("3", minute: 20), item("1", day: 1),
        item("1.5", day: 2, logged: 0),
    ]

    @Test(
        arguments: [
            (.sum, "7.5", "7.5"), (.max, "3", "5"), (.min, "1", "1"), (.latest, "1.5", "1.5"),
            (.daysActive, "3", "3"),
        ] as [(Contest.Aggregation, String, String)]
    )
    func `entries, or their days where a phone measures, are aggregated in five ways`(
        aggregation: Contest.Aggregation,
        entries: String,
        days: String
    ) {
        for items in [Self.week, Self.week.reversed(), Self.week.shuffled()] {
            #expect(Self.tally(aggregation).value(of: items) == .of(entries))
            #expect(Self.tally(aggregation, countsDays: true).value(of: items) == .of(days))
            #expect(Self.tally(aggregation, .lower).value(of: items) == .of(entries))
        }
        #expect(Self.tally(aggregation).value(of: []) == nil)
        #expect(Self.tally(aggregation, countsDays: true).value(of: []) == nil)
        let one = [Self.item("0.000001")]
        let least = aggregation == .daysActive ? Amount.of("1") : .of("0.000001")
        #expect(Self.tally(aggregation).value(of: one) == least)
    }

    @Test func `the smallest day and the last one are sums of their entries`() {
        let items = [
            Self.item("5"), Self.item("1", day: 1), Self.item("1.25", day: 1, minute: 5),
            Self.item("4", day: 2), Self.item("0.5", day: 2, minute: 1),
        ]
        #expect(Self.tally(.min, countsDays: true).value(of: items) == .of("2.25"))
        #expect(Self.tally(.latest, countsDays: true).value(of: items) == .of("4.5"))
        #expect(Self.tally(.max, countsDays: true).value(of: items) == .of("5"))
    }

    @Test func `the latest is what occurred last, then what was logged last, then by its id`() {
        let tally = Self.tally(.latest)
        let occurred = [Self.item("1", minute: 9, logged: 60), Self.item("2", logged: 90)]
        #expect(tally.value(of: occurred) == .of("1"))
        let logged = [Self.item("1", logged: 61), Self.item("2", logged: 60)]
        #expect(tally.value(of: logged) == .of("1"))
        let ids = [EntryID(), EntryID()].sorted()
        let same = [Self.item("1", id: ids[1]), Self.item("2", id: ids[0])]
        for items in [same, same.reversed()] {
            #expect(tally.value(of: items) == .of("1"))
        }
    }

    @Test func `a day counts once, however much was done on it`() {
        let items = [Self.item("1"), Self.item("1", minute: 1), Self.item("9", day: 3)]
        #expect(Self.tally(.daysActive).value(of: items) == .of("2"))
        #expect(Self.tally(.daysActive).value(of: [Self.item(nil), Self.item(nil)]) == .of("1"))
    }

    @Test func `where nothing is counted each entry is one`() {
        let items = [Self.item(nil), Self.item(nil, minute: 1), Self.item(nil, day: 1)]
        #expect(Self.tally(.sum).value(of: items) == .of("3"))
        #expect(Self.tally(.max).value(of: items) == .of("1"))
        #expect(Self.tally(.max, countsDays: true).value(of: items) == .of("2"))
    }

    @Test func `a total has to stay below a million million`() {
        let most = "999999999999.999999"
        let sum = Self.tally(.sum)
        #expect(sum.fits([]))
        #expect(sum.fits([Self.item(most)]))
        #expect(sum.fits([Self.item("999999999999.999998"), Self.item("0.000001")]))
        let over = [Self.item(most), Self.item("0.000001", minute: 1)]
        #expect(!sum.fits(over))
        #expect(sum.value(of: over) == .of(most))
        let far = (0..<1_000).map { Self.item(most, minute: $0) }
        #expect(!sum.fits(far))
        #expect(sum.value(of: far) == .of(most))
        // No total is made of these.
        for aggregation in [Contest.Aggregation.max, .min, .latest, .daysActive] {
            #expect(Self.tally(aggregation).fits(over), "\(aggregation)")
        }
        // A day is a total.
        #expect(!Self.tally(.max, countsDays: true).fits(over))
        let days = [Self.item(most), Self.item("1", day: 1)]
        #expect(Self.tally(.max, countsDays: true).fits(days))
        #expect(!Self.tally(.sum, countsDays: true).fits(days))
    }

    @Test(
        arguments: [
            ("0.000001", "3", "0.000033"), ("1", "3", "33.333333"), ("2", "3", "66.666666"),
            ("2.999999", "3", "99.999966"), ("3", "3", "100"), ("3.000001", "3", "100"),
            ("999999999999.999999", "0.000001", "100"),
            ("999999999999.999998", "999999999999.999999", "99.999999"),
            ("0.000001", "999999999999.999999", "0"),
        ]
    )
    func `a percentage is rounded down, and is 100 only with the target`(
        value: String,
        target: String,
        score: String
    ) {
        let percent = Self.tally(.sum, isPercent: true)
        #expect(percent.score(of: .of(value), target: .of(target)) == .of(score))
        // What is not ranked by percentages is ranked as it is.
        #expect(Self.tally(.sum).score(of: .of(value), target: .of(target)) == .of(value))
        #expect(Self.tally(.sum).score(of: .of(value), target: nil) == .of(value))
    }

    @Test func `without a target there is no percentage`() {
        let percent = Self.tally(.sum, isPercent: true)
        #expect(percent.score(of: .of("5"), target: nil) == .of("0"))
    }

    @Test(
        arguments: [
            (.higher, "4", "5", "0.8", false), (.higher, "4.999999", "5", "0.999999", false),
            (.higher, "5", "5", "1", true), (.higher, "5.000001", "5", "1", true),
            (.lower, "6", "5", "0.833333", false), (.lower, "5.000001", "5", "0.999999", false),
            (.lower, "5", "5", "1", true), (.lower, "4.999999", "5", "1", true),
        ] as [(Contest.Direction, String, String, String, Bool)]
    )
    func `a goal is reached from below, or from above where the lower value wins`(
        direction: Contest.Direction,
        value: String,
        goal: String,
        progress: String,
        isReached: Bool
    ) {
        let tally = Self.tally(.latest, direction)
        #expect(tally.progress(of: .of(value), goal: .of(goal)) == .of(progress))
        #expect(tally.reaches(.of(value), goal: .of(goal)) == isReached)
    }

    @Test func `a contest says how it is counted`() {
        let plain = Tally(.ofEntries(aggregation: .min, direction: .lower))
        #expect(plain == Self.tally(.min, .lower))
        let percent = Tally(.ofEntries(metric: .steps, score: .percent))
        #expect(percent == Self.tally(.sum, isPercent: true, countsDays: true))
    }
}
