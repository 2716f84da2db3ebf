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

/// Medals for streaks, overall and of daily goals (2.7-medals).
@Suite(.freshDatabase(Scoring.migrations)) struct StreakMedalsTests {
    private let scene = StreakScene()

    private func medals() async throws -> [Medal] {
        try await scene.fixture.medals(of: scene.ana, limit: 100).items
    }

    @Test func `seven days in a row give a medal, and six do not`() async throws {
        scene.turn(to: 5)
        try await scene.count(Array(0...5))
        #expect(try await medals() == [])
        scene.turn(to: 6)
        try await scene.count([6])
        let medal = try #require(try await medals().first)
        #expect(medal.medal == .streak7 && medal.family == .streak)
        #expect(medal.challenge == nil && medal.goal == nil)
        #expect(medal.earnedAt == scene.clock.now)
        let told = try await scene.fixture.told(.streakMedal)
        #expect(told.map(\.subject) == [Notice.Subject(medal.id)])
        #expect(try await scene.fixture.told(.medal).isEmpty)
    }

    @Test(
        "Each length has a medal",
        arguments: [(29, 1), (30, 2), (99, 2), (100, 3), (364, 3), (365, 4)]
    )
    func lengths(_ days: Int, _ number: Int) async throws {
        let kinds: [Medal.Kind] = [.streak7, .streak30, .streak100, .streak365]
        try await scene.close(0, .met, isDaily: true)
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                """
                INSERT INTO streak_days (streak, day, what, version)
                SELECT id, \(CivilDate.day(0))::date + number, 'counted', 1
                FROM streaks, generate_series(1, \(Int32(days - 2))::integer) AS number
                """
            )
        }
        try await scene.close(days - 1, .met, isDaily: true)
        #expect(Set(try await medals().map(\.medal)) == Set(kinds.prefix(number)))
    }

    @Test func `a streak that breaks and grows again gives no second medal`() async throws {
        try await scene.count(Array(0...6))
        scene.turn(to: 40)
        try await scene.count(Array(20...26))
        #expect(try await medals().map(\.medal) == [.streak7])
        #expect(try await scene.fixture.told(.streakMedal).count == 1)
    }

    @Test func `the overall streak and each daily goal give a medal of their own`() async throws {
        let other = ChallengeID()
        try await scene.count(Array(0...6))
        for day in 0...6 {
            try await scene.close(day, .met, isDaily: true)
            try await scene.close(day, .met, of: other, isDaily: true)
        }
        #expect(try await medals().map(\.medal) == [.streak7, .streak7, .streak7])
        #expect(try await scene.fixture.told(.streakMedal).count == 3)
    }

    @Test func `weeks give none, and neither does a goal of which nothing is told`() async throws {
        for week in 0..<8 { try await scene.close(week * 7, .met, isDaily: false) }
        let untold = ChallengeID()
        for day in 0..<8 { try await scene.close(day, .met, of: untold) }
        #expect(try await medals() == [])
        // The next event of a release that tells makes up for it.
        try await scene.close(8, .open, of: untold, isDaily: true)
        #expect(try await medals().map(\.medal) == [.streak7])
    }

    @Test func `a medal names its goal to its owner, and to friends the day alone`()
        async throws
    {
        let reached = GoalReached(
            goal: scene.goal,
            user: scene.ana,
            name: "Read",
            isForFriends: true,
            at: scene.clock.now,
            shownAt: scene.clock.now,
            version: 1
        )
        try await scene.fixture.deliver(reached, from: .challenges)
        for day in 0...6 {
            scene.turn(to: day)
            try await scene.close(day, .met, isDaily: true)
        }
        let bo = UserID()
        try await scene.fixture.befriend(scene.ana, bo)
        let own = try await scene.fixture.medals(of: scene.ana, .streak7).items
        #expect(own.map(\.goal?.name) == ["Read"])
        #expect(own.map(\.earnedAt) == [scene.clock.now])
        let shown = try await scene.fixture.medals(of: scene.ana, as: bo, .streak7).items
        #expect(shown.map(\.goal?.name) == ["Read"])
        #expect(shown.map(\.earnedAt) == [scene.clock.now - .hours(12)])
        #expect(try await scene.fixture.told(.streakMedal).map(\.name) == ["Read"])
    }

    @Test func `an own deletion takes nothing back, and a void does`() async throws {
        try await scene.count(Array(0...6))
        let first = try await medals()
        try await scene.count([3], false, isTakenBack: false, version: 2)
        #expect(try await medals() == first)
        // What a deletion broke, a void does not break again.
        try await scene.count([5], false, isTakenBack: true, version: 2)
        #expect(try await medals() == first)
        try await scene.count([3, 5], version: 3)
        try await scene.count([4], false, isTakenBack: true, version: 2)
        #expect(try await medals() == [])
        let settled = try await scene.fixture.emitted(NoticesSettled.self)
        #expect(settled.map(\.subject) == first.map { Notice.Subject($0.id) })
        #expect(settled.map(\.kinds) == [[.streakMedal]])
        // The same medal comes back, without another notice.
        try await scene.count([4], version: 3)
        #expect(try await medals() == first)
        #expect(try await scene.fixture.told(.streakMedal).count == 1)
    }

    @Test func `a deleted goal keeps its medal`() async throws {
        for day in 0...6 { try await scene.close(day, .met, isDaily: true) }
        let deleted = GoalDeleted(goal: scene.goal, user: scene.ana)
        try await scene.fixture.deliver(deleted, from: .challenges)
        #expect(try await medals().map(\.medal) == [.streak7])
    }

    @Test func `a streak of before the medal was given is late, and not told`() async throws {
        // Day 6 is over at the midnight before day 7.
        try await Database.fresh.transaction { tx in
            _ = try await tx.run("UPDATE medals SET since = '2024-01-08 00:00:01+00'")
        }
        scene.turn(to: 9)
        try await scene.count(Array(0...6))
        #expect(try await medals().map(\.medal) == [.streak7])
        #expect(try await scene.fixture.told(.streakMedal).isEmpty)
        #expect(try await scene.fixture.see([], as: scene.ana) == 0)
        try await Database.fresh.transaction { tx in
            _ = try await tx.run("UPDATE medals SET since = '2024-01-08 00:00+00'")
        }
        for day in 0...6 { try await scene.close(day, .met, isDaily: true) }
        #expect(try await scene.fixture.told(.streakMedal).count == 1)
    }
}
