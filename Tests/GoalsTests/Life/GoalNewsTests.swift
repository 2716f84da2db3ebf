import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Goals

/// What scoring is told of goals that were reached (2.7-medals).
@Suite(.freshDatabase(Challenges.migrations))
struct GoalNewsTests {
    private let scene = Scene()

    private func create(_ change: (inout CreateGoal) -> Void = { _ in }) async throws -> Goal {
        var call = CreateGoal(name: "Read", unit: "pages", target: Amount(whole: 10))
        change(&call)
        return try await scene.ask(call, as: scene.ana)
    }

    /// Ana logs ten pages, which reach the goal.
    private func reach(_ goal: Goal) async throws {
        let call = AddGoalEntry(goal: goal.id, amount: Amount(whole: 10))
        _ = try await scene.ask(call, as: scene.ana)
    }

    private func news() async throws -> [GoalReached] {
        try await scene.emitted(GoalReached.self)
    }

    @Test func `a goal is told of once it was reached, and then by its version`() async throws {
        let goal = try await create { $0.visibility = .friends }
        _ = try await scene.ask(ChangeGoal(goal: goal.id, name: "Read more"), as: scene.ana)
        let few = AddGoalEntry(goal: goal.id, amount: Amount(whole: 9))
        _ = try await scene.ask(few, as: scene.ana)
        #expect(try await news().isEmpty)
        try await reach(goal)
        let told = try #require(try await news().first)
        let reached = try await scene.ask(GetGoal(goal: goal.id), as: scene.ana)
        #expect(try await news().count == 1)
        #expect(told.goal == goal.id)
        #expect(told.user == scene.ana)
        #expect(told.name == "Read more")
        #expect(told.isForFriends)
        #expect(told.at == scene.clock.now)
        #expect(told.shownAt == told.at)
        #expect(told.version == reached.version)
    }

    @Test func `what a medal shows is told when it changes, with when it was reached`()
        async throws
    {
        let goal = try await create { $0.visibility = .friends }
        try await reach(goal)
        let reachedAt = scene.clock.now
        scene.clock.advance(by: .days(3))
        _ = try await scene.ask(ChangeGoal(goal: goal.id, visibility: .private), as: scene.ana)
        _ = try await scene.ask(ChangeGoal(goal: goal.id, name: "Read all"), as: scene.ana)
        // The same again changes nothing.
        _ = try await scene.ask(ChangeGoal(goal: goal.id, name: "Read all"), as: scene.ana)
        let told = try await news()
        #expect(told.map(\.name) == ["Read", "Read", "Read all"])
        #expect(told.map(\.isForFriends) == [true, false, false])
        #expect(told.map(\.at) == [reachedAt, reachedAt, reachedAt])
        #expect(told.map(\.version) == told.map(\.version).sorted())
        #expect(Set(told.map(\.version)).count == 3)
        #expect(try await scene.told(.goalReached).count == 1)
    }

    @Test func `of a goal that is deleted friends see no more, and its notice is gone`()
        async throws
    {
        let goal = try await create { $0.visibility = .friends }
        try await reach(goal)
        _ = try await scene.ask(DeleteGoal(goal: goal.id), as: scene.ana)
        let told = try await news()
        #expect(told.map(\.isForFriends) == [true, false])
        #expect(told.map(\.name) == ["Read", "Read"])
        #expect(told.map(\.version) == told.map(\.version).sorted())
        #expect(Set(told.map(\.version)).count == 2)
        let settled = try await scene.emitted(NoticesSettled.self)
        #expect(settled.map(\.subject) == [Notice.Subject(goal: goal.id)])
        #expect(settled.map(\.kinds) == [[.goalReached]])
        #expect(settled.map(\.outcome) == [.gone])
    }

    @Test func `of a goal that is deleted before it was reached nothing is told`() async throws {
        let goal = try await create()
        _ = try await scene.ask(DeleteGoal(goal: goal.id), as: scene.ana)
        #expect(try await news().isEmpty)
        #expect(try await scene.emitted(NoticesSettled.self).isEmpty)
    }

    /// 2.10-percents: the clock begins at 22:13 on 14 November in UTC, which is 07:13 on the 15th
    /// in Tokyo.
    @Test(arguments: [
        ("UTC", "2023-11-14", "2023-11-14T00:00:00Z"),
        ("Asia/Tokyo", "2023-11-15", "2023-11-14T15:00:00Z"),
    ])
    func `where a phone measures, others are told its owner's day`(
        zone: String,
        day: String,
        start: String
    ) async throws {
        let card = PersonCard(
            person: FakeIdentity.card(scene.ana).person,
            version: 2,
            zones: [ZoneChange(since: scene.clock.now - .days(30), name: zone)],
            standing: .active
        )
        try await scene.tell(of: card)
        _ = try await create { call in
            (call.unit, call.metric) = (nil, .steps)
        }
        let walked = PutHealthDay(
            metric: .steps,
            day: try #require(CivilDate(rfc3339: day)),
            amount: Amount(whole: 10),
            source: "phone",
            observedAt: scene.clock.now
        )
        _ = try await scene.ask(walked, as: scene.ana)
        let told = try #require(try await news().first)
        #expect(told.at == scene.clock.now)
        #expect(told.shownAt == Instant(rfc3339: start))
    }
}
