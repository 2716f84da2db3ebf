import ChallengesAPI
import ChallengesTestKit
import Testing
import Values

@testable import Goals

/// How a period stands (2.4-period).
struct PeriodTests {
    private static let end = Instant.of("2026-09-02T00:00:00Z")

    private func period(
        _ value: String = "0",
        of target: String? = "10",
        isMarked: Bool = false
    ) -> Period {
        let day = CivilDate.of("2026-09-01")
        return Period(
            days: DaySpan(day, day),
            target: target.map { .of($0) },
            value: .of(value),
            isMarked: isMarked,
            endsAt: Self.end
        )
    }

    @Test(
        arguments: [
            ("0", false, false, Period.State.open), ("9.999999", false, false, .open),
            ("10", false, false, .met), ("10.000001", false, false, .met),
            ("9.999999", true, false, .missed), ("10", true, false, .met),
            ("9.999999", true, true, .rested), ("10", true, true, .met),
            ("0", false, true, .open),
        ]
    )
    func `it is met from the target on; otherwise missed once it ended, unless it rests`(
        value: String,
        hasEnded: Bool,
        rests: Bool,
        state: Period.State
    ) {
        var period = period(value)
        period.rests = rests
        let counted = period.counted(at: Self.end, hasEnded: hasEnded)
        #expect(counted.state == state)
        #expect(counted.metAt == (state == .met ? Self.end : nil))
        #expect(counted.value == period.value)
        #expect(counted.rests == rests)
    }

    @Test func `without a target the mark alone counts`() {
        #expect(period("99", of: nil).counted(at: Self.end, hasEnded: false).state == .open)
        let marked = period("0", of: nil, isMarked: true)
        #expect(marked.counted(at: Self.end, hasEnded: false).state == .met)
        // A mark does not reach a target.
        #expect(period(isMarked: true).counted(at: Self.end, hasEnded: true).state == .missed)
    }

    @Test func `it was met when it was first, until it no longer is`() {
        var period = period("10").counted(at: Self.end - .hours(2), hasEnded: false)
        period.value = .of("12")
        period = period.counted(at: Self.end - .hours(1), hasEnded: false)
        #expect(period.metAt == Self.end - .hours(2))
        period.value = .of("9")
        period = period.counted(at: Self.end, hasEnded: false)
        #expect(period.metAt == nil)
        period.value = .of("11")
        period = period.counted(at: Self.end + .hours(1), hasEnded: true)
        #expect(period.metAt == Self.end + .hours(1))
    }

    @Test func `once it ended it remembers whether it rests`() {
        let rested = period("3").ended(at: Self.end, resting: true)
        #expect(rested.state == .rested)
        #expect(rested.rests)
        #expect(rested.counted(at: Self.end + .hours(1), hasEnded: true).state == .rested)
        let missed = period("3").ended(at: Self.end, resting: false)
        #expect(missed.state == .missed)
        #expect(!missed.rests)
    }

    @Test func `it closes 48 hours after its end, unless the operator sets another time`() {
        #expect(period().closesAt(GoalRules()) == Self.end + .hours(48))
        #expect(period().closesAt(GoalRules(dayFreeze: .hours(3))) == Self.end + .hours(3))
    }

    @Test func `a span holds its first and last day, and ends earlier by a last day in it`() {
        let span = DaySpan(.of("2026-08-31"), .of("2026-09-06"))
        #expect(!span.contains(.of("2026-08-30")))
        #expect(span.contains(.of("2026-08-31")))
        #expect(span.contains(.of("2026-09-06")))
        #expect(!span.contains(.of("2026-09-07")))
        #expect(span.ending(by: nil) == span)
        #expect(span.ending(by: .of("2026-09-06")) == span)
        #expect(span.ending(by: .of("2026-09-07")) == span)
        let shorter = DaySpan(.of("2026-08-31"), .of("2026-09-05"))
        #expect(span.ending(by: .of("2026-09-05")) == shorter)
        let first = DaySpan(.of("2026-08-31"), .of("2026-08-31"))
        #expect(span.ending(by: .of("2026-08-31")) == first)
        #expect(span.ending(by: .of("2026-08-30")) == span)
    }
}
