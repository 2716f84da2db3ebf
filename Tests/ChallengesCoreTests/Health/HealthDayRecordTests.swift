import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Testing
import Values
import Wire

@testable import ChallengesCore

/// What counts of a person's day (2.4-source), without a database.
struct HealthDayRecordTests {
    private static let noon = Instant.noon

    private static func day() -> HealthDayRecord {
        HealthDayRecord(
            user: UserID(),
            metric: .steps,
            day: CivilDate(daysSince1970: 20_000),
            freezesAt: noon + .days(3)
        )
    }

    private static func total(
        _ amount: String,
        _ source: String = "phone",
        at observed: Instant = noon,
        isManual: Bool = false,
        changedAt: Instant = noon
    ) -> HealthDayRecord.SourceTotal {
        HealthDayRecord.SourceTotal(
            source: source,
            amount: .of(amount),
            observedAt: observed,
            isManual: isManual,
            changedAt: changedAt
        )
    }

    @Test func `the greatest source counts, and not the sum`() throws {
        var day = Self.day()
        #expect(day.total == nil)
        _ = try day.put(Self.total("100", "phone"))
        _ = try day.put(Self.total("250.5", "watch"))
        _ = try day.put(Self.total("30", "scale", changedAt: Self.noon + .hours(1)))
        #expect(day.total?.amount == .of("250.5"))
        #expect(day.total?.changedAt == Self.noon + .hours(1))
        #expect(day.healthDayReply?.sources.map(\.source) == ["phone", "scale", "watch"])
    }

    @Test func `of one source what was read last counts, also where it is less`() throws {
        var day = Self.day()
        _ = try day.put(Self.total("100", at: Self.noon))
        #expect(try day.put(Self.total("900", at: Self.noon - .tick)) == nil)
        #expect(try day.put(Self.total("900", at: Self.noon)) == nil)
        #expect(day.total?.amount == .of("100"))
        #expect(try day.put(Self.total("40", at: Self.noon + .tick)) != nil)
        #expect(day.total?.amount == .of("40"))
    }

    @Test func `a source is the same byte by byte`() throws {
        var day = Self.day()
        _ = try day.put(Self.total("1", "\u{E9}"))
        #expect(try day.put(Self.total("2", "e\u{301}")) != nil)
        #expect(day.sources.count == 2)
    }

    @Test func `the same amount, read later, is stored, and is as old as it was`() throws {
        var day = Self.day()
        _ = try day.put(Self.total("100"))
        let later = Self.noon + .hours(2)
        let same = try day.put(Self.total("100", at: later, changedAt: later))
        #expect(same?.observedAt == later)
        #expect(same?.changedAt == Self.noon)
        let typed = try day.put(
            Self.total("100", at: later + .tick, isManual: true, changedAt: later)
        )
        #expect(typed?.changedAt == later)
    }

    @Test func `what was typed in is not among what was measured`() throws {
        var day = Self.day()
        _ = try day.put(Self.total("500", "Ana", isManual: true))
        #expect(day.total?.measured == nil)
        _ = try day.put(Self.total("0", "phone"))
        #expect(day.total?.amount == .of("500"))
        #expect(day.total?.measured == .of("0"))
        _ = try day.put(Self.total("80", "watch"))
        #expect(day.total?.measured == .of("80"))
    }

    @Test func `a day has ten sources`() throws {
        var day = Self.day()
        for number in 1...10 { _ = try day.put(Self.total("1", "s\(number)")) }
        #expect(throws: ChallengesError.daySourcesTooMany) {
            _ = try day.put(Self.total("1", "s11"))
        }
        #expect(try day.put(Self.total("2", "s10", at: Self.noon + .tick)) != nil)
    }

    // What is checked of a call by itself.

    private func refused(
        _ change: (inout PutHealthDay) -> Void,
        in zone: String = "UTC"
    ) -> [String]? {
        var call = PutHealthDay(
            metric: .steps,
            day: Self.noon.utcDay,
            amount: .of("9000"),
            source: "phone",
            observedAt: Self.noon
        )
        change(&call)
        let days = LocalDays([ZoneChange(since: Self.noon - .days(9), name: zone)])
        do {
            _ = try HealthDraft(call, days: days, at: Self.noon, under: HealthRules())
            return nil
        } catch let refusal as Refusal {
            return (refusal.fault.fields ?? []).map { "\($0.code.dropFirst(11)) \($0.pointer)" }
        } catch {
            return ["\(error)"]
        }
    }

    @Test(arguments: [
        (Metric.steps, "200000"), (.distance, "500000"), (.energy, "20000"),
        (.exercise, "86400"),
    ])
    func `a day's total has a maximum, and is not below 0`(metric: Metric, most: String) {
        for (amount, isTaken) in [
            (most, true), ("\(most).000001", false), ("0", true), ("-0.000001", false),
            ("0.5", true),
        ] {
            let refusal = refused { ($0.metric, $0.amount) = (metric, .of(amount)) }
            #expect(refusal == (isTaken ? nil : ["amount_invalid /amount"]), "\(amount)")
        }
    }

    @Test func `a metric of a later release is not there`() {
        #expect(refused { $0.metric = .unknown } == ["metricNotFound"])
    }

    @Test(arguments: [
        ("", false), (" \u{200B}", false), ("a\nb", false),
        (String(repeating: "a", count: 80), true), (String(repeating: "a", count: 81), false),
        (String(repeating: "\u{E4}", count: 40), true),
        (String(repeating: "\u{E4}", count: 40) + "a", false),
    ])
    func `a source is one line of at most 80 bytes`(source: String, isTaken: Bool) {
        let refusal = refused { $0.source = source }
        #expect(refusal == (isTaken ? nil : ["source_invalid /source"]))
    }

    @Test func `a total was read at most five minutes ahead`() {
        #expect(refused { $0.observedAt = Self.noon + .minutes(5) } == nil)
        #expect(
            refused { $0.observedAt = Self.noon + .minutes(5) + .tick }
                == ["observed_invalid /observedAt"]
        )
        #expect(refused { $0.observedAt = Self.noon - .days(900) } == nil)
    }

    @Test func `a day has begun for its person`() {
        let tomorrow = CivilDate(daysSince1970: Self.noon.utcDay.daysSince1970 + 1)
        #expect(refused { $0.day = tomorrow } == ["day_invalid /day"])
        // There it is two o'clock in the morning of the next day.
        #expect(refused({ $0.day = tomorrow }, in: "Pacific/Kiritimati") == nil)
        #expect(
            refused({ $0.day = Self.noon.utcDay }, in: "Etc/GMT+12") == nil
        )
    }

    @Test func `all of that is told together`() {
        let refusal = refused { call in
            (call.amount, call.source) = (.of("-1"), "")
            call.observedAt = Self.noon + .days(1)
            call.day = CivilDate(daysSince1970: 90_000)
        }
        #expect(
            refusal == [
                "amount_invalid /amount", "source_invalid /source",
                "observed_invalid /observedAt", "day_invalid /day",
            ]
        )
    }
}
