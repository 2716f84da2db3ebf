import Identifiers
import IdentityAPI
import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// Scoring with a user whose days and goals' periods are counted, at a clock that the tests set.
struct StreakScene {
    let clock = StoppedClock()
    let fixture: Fixture
    let ana = UserID()
    let goal = ChallengeID()

    init() {
        fixture = Fixture(now: { [clock] in clock.now })
        // Noon of Monday, 1 January 2024, in UTC.
        turn(to: 0)
    }

    /// Sets the clock to noon of a day.
    func turn(to day: Int) {
        let noon = Instant(microseconds: (Int64(19_723 + day) * 24 + 12) * 3_600_000_000)
        clock.advance(by: noon - clock.now)
    }

    func count(
        _ days: [Int],
        _ counts: Bool = true,
        hasProof: Bool? = nil,
        isTakenBack: Bool? = nil,
        version: Int64 = 1
    ) async throws {
        for day in days {
            let event = DayCounted(
                user: ana,
                day: .day(day),
                counts: counts,
                hasProof: hasProof,
                isTakenBack: isTakenBack,
                version: version
            )
            try await fixture.deliver(event, from: .challenges)
        }
    }

    func close(
        _ day: Int,
        _ outcome: PeriodClosed.Outcome,
        of goal: ChallengeID? = nil,
        isDaily: Bool? = nil,
        version: Int64 = 1
    ) async throws {
        let event = PeriodClosed(
            goal: goal ?? self.goal,
            user: ana,
            startsOn: .day(day),
            endsOn: .day(day),
            outcome: outcome,
            isDaily: isDaily,
            version: version
        )
        try await fixture.deliver(event, from: .challenges)
    }

    func list(
        limit: Int? = nil,
        cursor: String? = nil,
        as user: UserID? = nil
    ) async throws -> Page<Streak> {
        try await fixture.scoring.call(
            ListStreaks(limit: limit, cursor: cursor),
            in: CallContext(user: user ?? ana, peer: .gateway)
        )
    }

    func overall() async throws -> Streak { try #require(try await list().items.first) }

    func ofGoal() async throws -> Streak? {
        try await list().items.first { $0.goal == goal }
    }

    @discardableResult
    func plan(
        _ restWeekdays: [Int]? = nil,
        isPaused: Bool? = nil,
        of version: Int64? = nil,
        key: String? = nil
    ) async throws -> Streak {
        try await fixture.scoring.call(
            PlanStreak(restWeekdays: restWeekdays, isPaused: isPaused, ifVersion: version),
            in: CallContext(user: ana, idempotencyKey: key, peer: .gateway)
        )
    }
}
