import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Testing
import Values

@testable import ChallengesCore
@testable import Contests

/// What days with totals amount to (2.3-totals), without a database.
struct TallyTotalsTests {
    private static let first = CivilDate(daysSince1970: 19_676)

    private static func day(_ number: Int64) -> CivilDate {
        CivilDate(daysSince1970: first.daysSince1970 + number)
    }

    private static func entry(_ amount: String, on number: Int64) -> Tally.Item {
        let moment = Instant(microseconds: day(number).daysSince1970 * 86_400_000_000)
        return Tally.Item(
            id: EntryID(),
            amount: .of(amount),
            occurredAt: moment,
            localDay: day(number),
            createdAt: moment
        )
    }

    private static func parts(
        _ entries: [(String, Int64)],
        _ totals: [(String, Int64)]
    ) -> CountedParts {
        CountedParts(
            items: entries.map { entry($0.0, on: $0.1) },
            totals: Dictionary(uniqueKeysWithValues: totals.map { (day($0.1), .of($0.0)) })
        )
    }

    private static func tally(_ aggregation: Contest.Aggregation) -> Tally {
        Tally(.ofEntries(metric: .steps, aggregation: aggregation))
    }

    @Test(arguments: [
        (Contest.Aggregation.sum, "25"), (.max, "9"), (.min, "4"), (.latest, "5"),
        (.daysActive, "4"),
    ])
    func `a day counts with its total, or with its entries if they are more`(
        aggregation: Contest.Aggregation,
        value: String
    ) {
        let parts = Self.parts(
            [("3", 0), ("4", 0), ("1", 1), ("1", 1), ("5", 3)],
            [("6.5", 0), ("9", 1), ("4", 2)]
        )
        #expect(Self.tally(aggregation).value(of: parts) == .of(value))
    }

    @Test func `a day with a total is an entry, unless it has entries`() {
        #expect(Self.parts([], []).count == 0)
        #expect(Self.parts([("1", 0), ("1", 0)], []).count == 2)
        #expect(Self.parts([("1", 0), ("1", 0)], [("9", 0)]).count == 2)
        #expect(Self.parts([("1", 0), ("1", 0)], [("9", 0), ("1", 1)]).count == 3)
        #expect(Self.parts([], [("9", 0)]).count == 1)
    }

    @Test func `without totals days are what their entries come to`() {
        let parts = Self.parts([("3", 0), ("4", 0), ("5", 1)], [])
        #expect(Self.tally(.max).value(of: parts) == .of("7"))
        #expect(Self.tally(.min).value(of: parts) == .of("5"))
    }

    @Test func `what entries and totals come to stays below the cap`() {
        let most = "999999999999.999999"
        #expect(Self.tally(.sum).fits(Self.parts([(most, 0)], [("5", 0)])))
        #expect(!Self.tally(.sum).fits(Self.parts([(most, 0)], [("0.000001", 1)])))
    }

    @Test func `of a total what a device measured counts, where only devices count; 0 never`() {
        let total = { (amount: String, measured: String?) in
            HealthTotal(
                amount: .of(amount),
                measured: measured.map { .of($0) },
                changedAt: .noon
            )
        }
        let totals = [
            Self.day(0): total("9", "4"), Self.day(1): total("9", nil),
            Self.day(2): total("9", "0"), Self.day(3): total("0", "0"),
        ]
        let any = ContestRecord.ofEntries(metric: .steps).counted(totals)
        #expect(any == [Self.day(0): .of("9"), Self.day(1): .of("9"), Self.day(2): .of("9")])
        let device = ContestRecord.ofEntries(metric: .steps, sources: .device).counted(totals)
        #expect(device == [Self.day(0): .of("4")])
    }

    @Test func `the days of a contest count once it has begun, and until its result`() {
        let start = Instant(microseconds: Self.first.daysSince1970 * 86_400_000_000)
        func contest(
            _ state: ContestLife.State = .active,
            _ metric: Metric? = .steps,
            endsAt: Instant? = nil
        ) -> ContestRecord {
            .ofEntries(state: state, metric: metric, startsAt: start, endsAt: endsAt)
        }
        let end = start + .days(2)
        #expect(contest(endsAt: end).totalDays == Self.day(0)...Self.day(1))
        #expect(contest(.settling, endsAt: end).totalDays == Self.day(0)...Self.day(1))
        for state in [ContestLife.State.draft, .scheduled, .completed, .cancelled] {
            #expect(contest(state, endsAt: end).totalDays == nil)
        }
        #expect(contest(.active, nil, endsAt: end).totalDays == nil)
        // Ended by its owner on the first day, for whom it had not begun.
        #expect(contest(endsAt: start).totalDays == nil)
        let endless = contest().totalDays
        #expect(endless?.lowerBound == Self.day(0))
        #expect(endless?.upperBound == CivilDate(rfc3339: "9999-12-31"))
        #expect(contest(.scheduled, endsAt: end).mayCount(totalOf: Self.day(0)))
        #expect(contest(endsAt: end).mayCount(totalOf: Self.day(2)))
        #expect(!contest(endsAt: end).mayCount(totalOf: Self.day(-1)))
    }
}
