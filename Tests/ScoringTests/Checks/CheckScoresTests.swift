import Identifiers
import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// The operator's check of points and streaks (2.7-windows, 2.7-streaks).
@Suite(.freshDatabase(Scoring.migrations)) struct CheckScoresTests {
    private let scene = StreakScene()
    private let bo = UserID()
    private let midnight = Instant(microseconds: 1_773_835_200_000_000)

    private func check(limit: Int? = nil, cursor: String? = nil) async throws -> CheckScores.Reply {
        try await scene.fixture.scoring.call(
            CheckScores(limit: limit, cursor: cursor),
            in: CallContext(peer: .operator)
        )
    }

    /// Changes a row by hand, as no release does.
    private func run(_ statement: SQL) async throws {
        try await Database.fresh.transaction { tx in _ = try await tx.run(statement) }
    }

    /// Ana has an overall streak of 3 and one of a goal of 2; Bo did a dare of hers.
    private func settle() async throws {
        try await scene.count([0, 1, 2])
        for day in 0..<2 { try await scene.close(day, .met) }
        try await scene.close(2, .missed)
        try await scene.fixture.pay(bo, by: scene.ana)
    }

    @Test func `what the service counted itself does not differ`() async throws {
        #expect(try await check() == CheckScores.Reply(users: 0, differences: [], nextCursor: nil))
        try await settle()
        #expect(try await check() == CheckScores.Reply(users: 2, differences: [], nextCursor: nil))
        let voided = try await scene.fixture.pay(bo, by: scene.ana, at: 100_000)
        try await scene.fixture.deliver(
            AssignmentVoided(assignment: voided, at: midnight),
            from: .challenges
        )
        try await scene.plan([6, 7])
        #expect(try await check().differences == [])
    }

    @Test func `a streak that was changed by hand is named, with both counts`() async throws {
        try await settle()
        try await run("UPDATE streaks SET best = 9 WHERE goal IS NULL")
        let stored = "current 3, best 9, last day 2024-01-03, freezes 0"
        let recounted = "current 3, best 3, last day 2024-01-03, freezes 0"
        let overall = ScoreDifference(
            user: scene.ana,
            score: "streak",
            stored: stored,
            recounted: recounted
        )
        #expect(try await check().differences == [overall])
        try await run("UPDATE streaks SET best = 3 WHERE goal IS NULL")
        #expect(try await check().differences == [])
    }

    @Test(
        "Each part of a streak is compared",
        arguments: [
            "UPDATE streaks SET current = 1 WHERE goal IS NOT NULL",
            "UPDATE streaks SET best = best + 1 WHERE goal IS NOT NULL",
            "UPDATE streaks SET freezes = 1 WHERE goal IS NOT NULL",
            "UPDATE streaks SET last_day = last_day - 1 WHERE goal IS NOT NULL",
            "UPDATE streaks SET frozen = '{2024-01-03}' WHERE goal IS NOT NULL",
            "DELETE FROM streak_days WHERE what = 'missed'",
        ] as [SQL]
    )
    func parts(_ change: SQL) async throws {
        try await settle()
        try await run(change)
        let differences = try await check().differences
        #expect(differences.map(\.user) == [scene.ana])
        #expect(differences.map(\.score) == ["streak \(scene.goal)"])
    }

    @Test func `days and plans that are missing are named too`() async throws {
        try await scene.count([0, 1, 2])
        scene.turn(to: 3)
        try await scene.plan(isPaused: true)
        try await scene.count([6])
        #expect(try await check().differences == [])
        try await run("DELETE FROM streak_plans")
        let broken = try await check().differences
        #expect(broken.map(\.recounted) == ["current 1, best 3, last day 2024-01-07, freezes 0"])
        #expect(broken.map(\.stored) == ["current 4, best 4, last day 2024-01-07, freezes 0"])
    }

    @Test func `points that the ledger does not have are named, by total, month and week`()
        async throws
    {
        try await settle()
        try await run("UPDATE totals SET points = 99 WHERE user_id = \(bo)")
        try await run(
            "UPDATE window_totals SET points = 101 WHERE user_id = \(bo) AND span = 'week'"
        )
        try await run("DELETE FROM window_totals WHERE user_id = \(bo) AND span = 'month'")
        let differences = try await check().differences
        #expect(Set(differences.map(\.user)) == [bo])
        #expect(
            differences.map { "\($0.score): \($0.stored), \($0.recounted)" } == [
                "month 2023-11-01: 0, 100", "total: 99, 100", "week 2023-11-13: 101, 100",
            ]
        )
    }

    @Test func `months and weeks wait for the lines of an earlier release`() async throws {
        try await settle()
        try await run("UPDATE window_totals SET points = points + 1")
        try await run(
            "INSERT INTO catch_ups VALUES ('ledger', '00000000-0000-0000-0000-000000000000')"
        )
        #expect(try await check().differences == [])
        try await run("DELETE FROM catch_ups")
        #expect(try await check().differences.count == 4)
    }

    @Test func `steps come to each user once, also to one without a total`() async throws {
        var users: [UserID] = []
        for number in 0..<5 {
            let user = UserID()
            users.append(user)
            let day = DayCounted(user: user, day: .day(number), counts: true, version: 1)
            try await scene.fixture.deliver(day, from: .challenges)
        }
        try await scene.fixture.pay(users[0], by: bo)
        try await run("UPDATE streaks SET current = 0")
        for limit in [1, 2, 5, 6, 100] {
            var (named, count, cursor): ([UserID], Int, String?) = ([], 0, nil)
            repeat {
                let step = try await check(limit: limit, cursor: cursor)
                #expect(step.users <= limit)
                named += step.differences.map(\.user)
                count += step.users
                cursor = step.nextCursor
            } while cursor != nil
            #expect(named == users.sorted(), "\(limit)")
            #expect(count == 6, "\(limit)")
        }
    }

    @Test func `wrong steps are refused`() async throws {
        for limit in [0, 101] {
            await #expect(throws: Refusal(ScoringError.limitInvalid, at: "/limit").fault) {
                _ = try await check(limit: limit)
            }
        }
        await #expect(throws: Refusal(ScoringError.cursorInvalid, at: "/cursor").fault) {
            _ = try await check(cursor: "more")
        }
    }

    @Test func `random days, periods and plans are stored as they are recounted`() async throws {
        var dice = Dice(seed: 11)
        for version in 1...200 {
            let day = Int.random(in: 0...40, using: &dice)
            switch Int.random(in: 0..<10, using: &dice) {
            case 0..<5:
                let counts = Int.random(in: 0..<6, using: &dice) > 0
                try await scene.count([day], counts, version: Int64(version))
            case 5..<9:
                let outcomes: [PeriodClosed.Outcome] = [.met, .met, .met, .missed, .rested, .open]
                let outcome = try #require(outcomes.randomElement(using: &dice))
                try await scene.close(day, outcome, version: Int64(version))
            default:
                scene.turn(to: day)
                let rest = (1...7).filter { _ in Int.random(in: 0..<4, using: &dice) == 0 }
                let paused = Bool.random(using: &dice)
                try await scene.plan(rest.count < 7 ? rest : [], isPaused: paused)
            }
            if version.isMultiple(of: 20) {
                #expect(try await check().differences == [], "\(version)")
            }
        }
    }
}
