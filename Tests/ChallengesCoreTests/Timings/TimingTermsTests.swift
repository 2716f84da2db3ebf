import ChallengesAPI
import ChallengesTestKit
import FoundationEssentials
import Identifiers
import TestKit
import Testing
import Values

@testable import ChallengesCore

/// How something is timed where nobody says (2.6-timer), and what a time amounts to (2.6-result).
struct TimingTermsTests {
    @Test(
        arguments: [
            // What is measured in time counts down from its target, unless the definition says
            // otherwise.
            (TimerMode.none, nil, "10", 60, Timing.Mode.countdown, 600),
            (.none, nil, "1440", 60, .countdown, 86_400),
            (.none, nil, "1440.000001", 60, .stopwatch, nil),
            (.none, nil, "0.5", 1, .countdown, 1),
            (.stopwatch, nil, "10", 60, .stopwatch, 600),
            (.clock, nil, "10", 60, .countdown, 600),
            // All else is a stopwatch.
            (.none, nil, "10", nil, .stopwatch, nil),
            (.none, nil, nil, 60, .stopwatch, nil),
            (.none, 60, nil, nil, .stopwatch, 60),
            // The definition comes first.
            (.countdown, 60, nil, nil, .countdown, 60),
            (.countdown, 60, "10", 60, .countdown, 60),
            (.countdown, 86_400, nil, nil, .countdown, 86_400),
            (.countdown, 86_401, nil, nil, .stopwatch, nil),
            (.countdown, 86_401, "10", 60, .countdown, 600),
            (.countdown, nil, nil, nil, .stopwatch, nil),
        ] as [(TimerMode, Int?, String?, Int?, Timing.Mode, Int?)]
    )
    func `the definition says, or else what is measured`(
        timer: TimerMode,
        targetSeconds: Int?,
        target: String?,
        unitSeconds: Int?,
        mode: Timing.Mode,
        seconds: Int?
    ) {
        let terms = TimingTerms(
            Snapshot(targetSeconds: targetSeconds, timer: timer),
            target: target.map { .of($0) },
            unitSeconds: unitSeconds
        )
        #expect(terms.mode == mode)
        #expect(terms.targetSeconds == seconds)
    }

    private func end(_ milliseconds: Int, isMet: Bool? = nil) -> TimingEnd {
        TimingEnd(
            user: UserID(),
            subject: UUID(),
            milliseconds: milliseconds,
            isMet: isMet,
            endedAt: nil,
            note: nil,
            mediaIDs: [],
            newID: UUID()
        )
    }

    @Test(arguments: [
        (90_000, 60, false, "1.5"), (100_000, 60, false, "1.666666"), (119_999, 60, true, "1"),
        (120_000, 60, true, "2"), (59_999, 60, true, "0"), (1, 1, false, "0.001"),
        (86_400_000, 1, false, "86400"), (0, 1, false, "0"),
    ])
    func `a time is an amount, rounded down`(
        milliseconds: Int,
        seconds: Int,
        isWhole: Bool,
        amount: String
    ) {
        #expect(end(milliseconds).amount(inUnitOf: seconds, isWhole: isWhole) == .of(amount))
    }

    @Test func `only a countdown can be too short`() throws {
        #expect(throws: ChallengesError.timingTooShort) { try end(1, isMet: false).checkIsMet() }
        try end(1, isMet: true).checkIsMet()
        try end(1).checkIsMet()
    }
}
