import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// The goals of one person (2.8-profile-lists, 2.4-friends).
@Suite(.freshDatabase(Challenges.migrations))
struct ListProfileGoalsTests {
    private let scene = Scene()

    /// Bo's goals on all pages, as somebody sees them.
    private func listed(as viewer: UserID, limit: Int? = nil) async throws -> [Goal] {
        var call = ListProfileChallenges(user: scene.bo, list: .goals, limit: limit)
        var goals: [Goal] = []
        repeat {
            let page = try await scene.ask(call, as: viewer)
            #expect(page.items.allSatisfy { $0.contest == nil })
            goals += page.items.compactMap(\.goal)
            call.cursor = page.nextCursor
        } while call.cursor != nil
        return goals
    }

    /// Bo makes a goal, a minute after the one before.
    private func goal(
        _ visibility: Visibility,
        _ change: (inout CreateGoal) -> Void = { _ in }
    ) async throws -> ChallengeID {
        scene.clock.advance(by: .minutes(1))
        return try await scene.goal(of: scene.bo) {
            $0.visibility = visibility
            change(&$0)
        }.id
    }

    @Test func `a person sees all of their own, friends those for friends, the newest first`()
        async throws
    {
        try await scene.knowAll()
        try await scene.relate(scene.bo, scene.ana, .friends)
        let shown = try await goal(.friends)
        let own = try await goal(.private)
        let given = try await goal(.friends)
        let last = try await goal(.private)
        _ = try await scene.ask(AbandonGoal(goal: given), as: scene.bo)
        _ = try await scene.goal(of: scene.ana) { $0.visibility = .friends }
        for limit in [1, 2, 3, 100] {
            let mine = try await listed(as: scene.bo, limit: limit)
            #expect(mine.map(\.id) == [last, given, own, shown])
            let theirs = try await listed(as: scene.ana, limit: limit)
            #expect(theirs.map(\.id) == [given, shown])
        }
        // What becomes private is gone at once.
        let hide = ChangeGoal(goal: shown, visibility: .private)
        _ = try await scene.ask(hide, as: scene.bo)
        #expect(try await listed(as: scene.ana).map(\.id) == [given])
    }

    @Test func `it is for friends, and to others it does not exist`() async throws {
        try await scene.knowAll()
        let shown = try await goal(.friends)
        let call = ListProfileChallenges(user: scene.bo, list: .goals)
        let notFound = ChallengesError.personNotFound.fault
        #expect(await scene.fault(call, as: scene.cy) == notFound)
        try await scene.relate(scene.bo, scene.cy, .friends)
        #expect(try await listed(as: scene.cy).map(\.id) == [shown])
        try await scene.relate(scene.bo, scene.cy, .blocked, version: 3)
        #expect(await scene.fault(call, as: scene.cy) == notFound)
        #expect(try await listed(as: scene.bo).map(\.id) == [shown])
    }

    @Test func `an item is what the call for one goal shows the viewer, without measured values`()
        async throws
    {
        try await scene.knowAll()
        try await scene.relate(scene.bo, scene.ana, .friends)
        let steps = try await goal(.friends) {
            ($0.metric, $0.unit, $0.target) = (.steps, nil, .of("10000"))
        }
        let total = PutHealthDay(
            metric: .steps,
            day: try #require(CivilDate(rfc3339: "2023-11-14")),
            amount: .of("4567"),
            source: "phone",
            observedAt: scene.clock.now
        )
        _ = try await scene.ask(total, as: scene.bo)
        for viewer in [scene.ana, scene.bo] {
            let goals = try await listed(as: viewer)
            let shown = try await scene.ask(GetGoal(goal: steps), as: viewer)
            #expect(goals == [shown])
            #expect(goals.first?.progress == 45)
            #expect(goals.first?.value == (viewer == scene.bo ? .of("4567") : nil))
        }
    }

    @Test func `of very many goals a page looks at 500`() async throws {
        try await scene.knowAll()
        try await scene.relate(scene.bo, scene.ana, .friends)
        let first = try await goal(.friends)
        try await scene.database.transaction { tx in
            try await tx.run(
                """
                INSERT INTO challenges (id, kind, name, description, author, proof, created_at)
                SELECT lpad(to_hex(n), 32, '0')::uuid, 'goal', 'Read', '', \(scene.bo), 'none',
                    \(scene.clock.now) + n * interval '1 second'
                FROM generate_series(1, 500) AS n
                """
            )
            try await tx.run(
                """
                INSERT INTO goals (challenge, owner, state, recurrence, first_day, rest_weekdays,
                    value, periods_met, is_flagged, created_at, closed_at, version)
                SELECT id, author, 'abandoned', 'once', '2023-11-14', '{}', 0, 0, false,
                    created_at, created_at, 1
                FROM challenges WHERE id <> \(first)
                """
            )
        }
        var call = ListProfileChallenges(user: scene.bo, list: .goals)
        let page = try await scene.ask(call, as: scene.ana)
        #expect(page.items.isEmpty)
        #expect(page.nextCursor != nil)
        call.cursor = page.nextCursor
        let next = try await scene.ask(call, as: scene.ana)
        #expect(next.items.map(\.goal?.id) == [first])
        #expect(next.nextCursor == nil)
        #expect(try await listed(as: scene.bo, limit: 100).count == 501)
    }
}
