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

/// Streaks as their events and plans make them (2.7-streaks).
@Suite(.freshDatabase(Scoring.migrations)) struct StreaksTests {
    private let clock = StoppedClock()
    private let fixture: Fixture
    private let ana = UserID()
    private let goal = ChallengeID()

    init() {
        fixture = Fixture(now: { [clock] in clock.now })
        // Noon of Monday, 1 January 2024, in UTC.
        turn(to: 0)
    }

    /// Sets the clock to noon of a day.
    private func turn(to day: Int) {
        let noon = Instant(microseconds: (Int64(19_723 + day) * 24 + 12) * 3_600_000_000)
        clock.advance(by: noon - clock.now)
    }

    private func count(_ days: [Int], _ counts: Bool = true, version: Int64 = 1) async throws {
        for day in days {
            let event = DayCounted(user: ana, day: .day(day), counts: counts, version: version)
            try await fixture.deliver(event, from: .challenges)
        }
    }

    private func close(
        _ day: Int,
        _ outcome: PeriodClosed.Outcome,
        of goal: ChallengeID? = nil,
        version: Int64 = 1
    ) async throws {
        let event = PeriodClosed(
            goal: goal ?? self.goal,
            user: ana,
            startsOn: .day(day),
            endsOn: .day(day),
            outcome: outcome,
            version: version
        )
        try await fixture.deliver(event, from: .challenges)
    }

    private func list(
        limit: Int? = nil,
        cursor: String? = nil,
        as user: UserID? = nil
    ) async throws -> Page<Streak> {
        try await fixture.scoring.call(
            ListStreaks(limit: limit, cursor: cursor),
            in: CallContext(user: user ?? ana, peer: .gateway)
        )
    }

    private func overall() async throws -> Streak { try #require(try await list().items.first) }

    private func ofGoal() async throws -> Streak? {
        try await list().items.first { $0.goal == goal }
    }

    @discardableResult
    private func plan(
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

    @Test func `who did nothing has an overall streak of no days`() async throws {
        let page = try await list()
        #expect(page.items.count == 1 && page.nextCursor == nil)
        let streak = try #require(page.items.first)
        #expect(streak.goal == nil && streak.current == 0 && streak.best == 0)
        #expect(streak.lastDay == nil && streak.days.isEmpty && streak.version == 1)
        #expect(streak.restWeekdays == [] && streak.isPaused == false)
    }

    @Test func `a day in a row adds, today does not break, and a missed day does`() async throws {
        try await count([0, 1, 2])
        turn(to: 2)
        #expect(try await overall().current == 3)
        turn(to: 3)
        #expect(try await overall().current == 3)
        turn(to: 4)
        let broken = try await overall()
        #expect(broken.current == 0 && broken.best == 3 && broken.lastDay == .day(2))
        // A late entry repairs it.
        try await count([3])
        #expect(try await overall().current == 4)
    }

    @Test func `what an older version says changes nothing, and what is taken back is gone`()
        async throws
    {
        try await count([0])
        try await count([1], version: 2)
        turn(to: 1)
        try await count([1], false, version: 1)
        #expect(try await overall().current == 2)
        try await count([1], false, version: 3)
        #expect(try await overall().current == 1)
        #expect(try await overall().best == 1)
    }

    @Test func `days of rest and a pause hold from the day on which they are planned`()
        async throws
    {
        try await count(Array(0...4))
        turn(to: 5)
        let planned = try await plan([6, 7])
        #expect(planned.restWeekdays == [6, 7] && planned.version == 2)
        // Saturday and Sunday rest, and Monday is not over.
        turn(to: 7)
        let rested = try await overall()
        #expect(rested.current == 5)
        #expect(rested.days.suffix(2).map(\.what) == [.rested, .rested])
        turn(to: 8)
        #expect(try await overall().current == 0)
        // A plan of today brings back no day before.
        try await plan(isPaused: true)
        #expect(try await overall().current == 0)
        try await count([8])
        turn(to: 18)
        let paused = try await overall()
        #expect(paused.current == 1 && paused.isPaused == true && paused.restWeekdays == [6, 7])
        try await plan(isPaused: false)
        #expect(try await overall().current == 1)
        turn(to: 19)
        #expect(try await overall().current == 0)
    }

    @Test func `a plan that changes nothing keeps the version, and an old version is refused`()
        async throws
    {
        #expect(try await plan([], isPaused: false).version == 1)
        #expect(try await plan([7], of: 1, key: "one").version == 2)
        #expect(try await plan([7], of: 1, key: "one").version == 2)
        let refusal = try Refusal(ScoringError.versionStale, current: try await overall())
        await #expect(throws: refusal.fault) { try await plan([1], of: 1) }
        #expect(try await overall().restWeekdays == [7])
    }

    @Test(
        "Weekdays of rest are 1 to 7, each once, and not all",
        arguments: [[0], [8], [1, 1], [1, 2, 3, 4, 5, 6, 7]]
    )
    func wrongWeekdays(_ days: [Int]) async throws {
        let refusal = Refusal(ScoringError.restWeekdaysInvalid, at: "/restWeekdays")
        await #expect(throws: refusal.fault) { try await plan(days) }
        #expect(try await plan([1, 2, 3, 4, 5, 7]).restWeekdays == [1, 2, 3, 4, 5, 7])
    }

    @Test func `a goal's streak counts its periods`() async throws {
        for day in 0..<7 { try await close(day, .met) }
        try await close(7, .missed)
        let frozen = try #require(try await ofGoal())
        #expect(frozen.current == 7 && frozen.freezes == 0)
        #expect(frozen.restWeekdays == nil && frozen.isPaused == nil)
        turn(to: 8)
        #expect(try await ofGoal()?.days.last == Streak.Day(day: .day(7), what: .frozen))
        try await close(8, .rested)
        #expect(try await ofGoal()?.current == 7)
        // The missed day is repaired, and its freeze given back.
        try await close(7, .met, version: 2)
        let repaired = try #require(try await ofGoal())
        #expect(repaired.current == 8 && repaired.freezes == 1)
        try await close(9, .open)
        #expect(try await ofGoal()?.current == 8)
    }

    @Test func `a deleted goal has no streak`() async throws {
        try await close(0, .met)
        let other = ChallengeID()
        try await close(0, .met, of: other)
        let deleted = GoalDeleted(goal: goal, user: ana)
        try await fixture.deliver(deleted, from: .challenges)
        #expect(try await list().items.map(\.goal) == [nil, other])
    }

    @Test func `pages hold each streak once, and none of another person`() async throws {
        var goals: [ChallengeID] = []
        for _ in 0..<5 {
            let goal = ChallengeID()
            goals.append(goal)
            try await close(0, .met, of: goal)
        }
        for limit in [1, 2, 3, 5, 6] {
            var (shown, cursor): ([ChallengeID?], String?) = ([], nil)
            repeat {
                let page = try await list(limit: limit, cursor: cursor)
                shown += page.items.map(\.goal)
                cursor = page.nextCursor
            } while cursor != nil
            #expect(shown == [nil] + goals.sorted(), "\(limit)")
        }
        #expect(try await list(as: UserID()).items.map(\.goal) == [nil])
        await #expect(throws: Refusal(ScoringError.limitInvalid, at: "/limit").fault) {
            _ = try await list(limit: 101)
        }
        await #expect(throws: Refusal(ScoringError.cursorInvalid, at: "/cursor").fault) {
            _ = try await list(cursor: "more")
        }
    }

    @Test func `a person's day is that of their clocks`() async throws {
        try await count([0])
        // Noon of day 1 in UTC is day 2 in Auckland from 11:00 on.
        turn(to: 1)
        #expect(try await overall().current == 1)
        let zone = ZoneChange(since: Instant(microseconds: 0), name: "Pacific/Auckland")
        let person = Fixture.card(ana, "Ana").person
        let card = PersonCard(person: person, version: 1, zones: [zone])
        try await fixture.deliver(PersonChanged(card: card), from: .identity)
        #expect(try await overall().current == 0)
    }

    @Test func `random days in any order make the same streak as all of them together`()
        async throws
    {
        var dice = Dice(seed: 7)
        var counted: Set<Int> = []
        for version in 1...80 {
            let day = Int.random(in: 0...25, using: &dice)
            let counts = Int.random(in: 0..<8, using: &dice) > 0
            if counts { counted.insert(day) } else { counted.remove(day) }
            try await count([day], counts, version: Int64(version))
        }
        let days = counted.sorted().map { CivilDate.day($0) }
        let stored = try #require(try await Database.fresh.streak(of: ana, goal: nil))
        #expect(stored.count == StreakCount([StreakPlan]().days(counting: days)))
    }
}
