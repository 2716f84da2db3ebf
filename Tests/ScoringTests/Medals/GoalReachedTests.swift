import Identifiers
import IdentityAPI
import Postgres
import RPC
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// A personal goal that was reached gives its owner one medal, and names itself to who may see it
/// (2.7-medals, 2.8-profile).
@Suite(.freshDatabase(Scoring.migrations)) struct GoalReachedTests {
    private let clock = StoppedClock()
    private let fixture: Fixture
    private let ana = UserID()
    private let bo = UserID()
    private let goal = ChallengeID()

    init() {
        fixture = Fixture(now: { [clock] in clock.now })
    }

    /// Ana's private goal, reached an hour ago.
    private func event(
        version: Int64 = 1,
        _ change: (inout GoalReached) -> Void = { _ in }
    ) -> GoalReached {
        let moment = clock.now - .hours(1)
        var event = GoalReached(
            goal: goal,
            user: ana,
            name: "Walk 10K steps",
            isForFriends: false,
            at: moment,
            shownAt: moment,
            version: version
        )
        change(&event)
        return event
    }

    private func tell(
        version: Int64 = 1,
        as id: EventID = EventID(),
        _ change: (inout GoalReached) -> Void = { _ in }
    ) async throws {
        try await fixture.deliver(event(version: version, change), from: .challenges, as: id)
    }

    /// The name of the goal of Ana's one medal; `nil` if a person sees none.
    private func name(as viewer: UserID) async throws -> String? {
        let items = try await fixture.medals(of: ana, as: viewer).items
        #expect(items.count == 1)
        return items.first?.goal?.name
    }

    @Test func `a goal gives its owner a medal, who is told`() async throws {
        try await tell()
        let items = try await fixture.medals(of: ana).items
        let medal = try #require(items.first)
        #expect(items.count == 1)
        #expect(medal.medal == .goal && medal.family == .goal)
        #expect(medal.goal == Medal.Goal(id: goal, name: "Walk 10K steps"))
        #expect(medal.challenge == nil)
        #expect(medal.earnedAt == clock.now - .hours(1))
        #expect(medal.seenAt == nil)
        let told = try await fixture.told(.medal)
        #expect(told.map(\.people) == [[ana]])
        #expect(told.map(\.subject) == [Notice.Subject(medal.id)])
        #expect(told.map(\.challenge) == [goal])
        #expect(told.map(\.name) == ["Walk 10K steps"])
        #expect(told.map(\.cause) == ["\(medal.id)"])
        // Nobody else has one.
        #expect(try await fixture.medals(of: bo).items.isEmpty)
    }

    @Test func `however often it is told, it is one medal, told of once`() async throws {
        let id = EventID()
        for _ in 0..<3 { try await tell(as: id) }
        let medal = try #require(try await fixture.medals(of: ana).items.first)
        for version: Int64 in [1, 2, 2, 9, 3] { try await tell(version: version) }
        // Nor does the loop that gives medals for contests take it, or give it again.
        while try await fixture.service.medals.award() > 0 {}
        #expect(try await fixture.medals(of: ana).items == [medal])
        #expect(try await fixture.told(.medal).count == 1)
    }

    @Test func `replicas that are told at once give one medal`() async throws {
        try await withThrowingTaskGroup { group in
            for version: Int64 in 1...8 {
                group.addTask { [self] in try await tell(version: version) }
            }
            try await group.waitForAll()
        }
        #expect(try await fixture.medals(of: ana).items.count == 1)
        #expect(try await fixture.told(.medal).count == 1)
    }

    @Test func `each goal gives a medal, and each person has their own`() async throws {
        let (second, foreign) = (ChallengeID(), ChallengeID())
        try await tell()
        try await tell { event in
            event.goal = second
            event.at = clock.now
        }
        try await tell { event in
            event.goal = foreign
            event.user = bo
        }
        #expect(try await fixture.medals(of: ana).items.map(\.goal?.id) == [second, goal])
        #expect(try await fixture.medals(of: bo).items.map(\.goal?.id) == [foreign])
        #expect(try await fixture.told(.medal).map(\.people) == [[ana], [ana], [bo]])
    }

    @Test func `it is listed among those for the goals of contests, the newest first`()
        async throws
    {
        let contest = ToldContest(fixture)
        try await contest.tell { head in
            head.kind = .open
            head.goal = Amount(millionths: 10_000_000)
        }
        try await contest.tell([.completed(ana, at: clock.now - .hours(2))])
        try await contest.award()
        try await tell()
        let goals = try await fixture.medals(of: ana, .goal).items
        #expect(goals.map(\.goal?.id) == [goal, nil])
        #expect(goals.map(\.challenge?.id) == [nil, contest.id])
        #expect(try await fixture.medals(of: ana).items == goals)
        #expect(try await fixture.medals(of: ana, .gold).items.isEmpty)
        let first = try await fixture.medals(of: ana, limit: 1)
        #expect(first.items == [goals[0]])
        let rest = try await fixture.medals(of: ana, limit: 1, cursor: first.nextCursor)
        #expect(rest.items == [goals[1]])
        #expect(rest.nextCursor == nil)
        // The completion is taken back: that medal alone is void.
        try await contest.tell([ScoresChanged.Player(ana, 1, version: 2)])
        try await contest.award()
        #expect(try await fixture.medals(of: ana).items == [goals[0]])
    }

    @Test func `it is new until it was seen, and not again when it is told again`() async throws {
        try await tell()
        #expect(try await fixture.see([], as: ana) == 1)
        let id = try #require(try await fixture.medals(of: ana).items.first?.id)
        #expect(try await fixture.see([id], as: bo) == 0)
        #expect(try await fixture.see([], as: ana) == 1)
        #expect(try await fixture.see([id], as: ana) == 0)
        let seenAt = clock.now
        clock.advance(by: .hours(1))
        try await tell(version: 2)
        #expect(try await fixture.see([], as: ana) == 0)
        #expect(try await fixture.medals(of: ana).items.map(\.seenAt) == [seenAt])
        try await fixture.befriend(ana, bo)
        #expect(try await fixture.medals(of: ana, as: bo).items.map(\.seenAt) == [nil])
    }

    // MARK: Who sees what

    @Test(arguments: [true, false])
    func `to a friend it names a goal that is for friends`(isForFriends: Bool) async throws {
        try await tell { $0.isForFriends = isForFriends }
        try await fixture.befriend(ana, bo)
        let items = try await fixture.medals(of: ana, as: bo).items
        #expect(items.map(\.medal) == [.goal])
        let named = Medal.Goal(id: goal, name: "Walk 10K steps")
        #expect(items.map(\.goal) == [isForFriends ? named : nil])
        #expect(items.map(\.challenge) == [nil])
    }

    @Test func `a stranger sees no medal, even of a goal that is for friends`() async throws {
        try await tell { $0.isForFriends = true }
        for relation in [Relation.none, .blocked] {
            if relation == .blocked { try await fixture.relate(ana, bo, .blocked) }
            await #expect(throws: ScoringError.personNotFound.fault) {
                _ = try await fixture.medals(of: ana, as: bo)
            }
        }
    }

    @Test func `a friend sees when it was reached as others are told`() async throws {
        let day = clock.now - .hours(9)
        try await tell { $0.shownAt = day }
        try await fixture.befriend(ana, bo)
        #expect(try await fixture.medals(of: ana, as: bo).items.map(\.earnedAt) == [day])
        #expect(
            try await fixture.medals(of: ana).items.map(\.earnedAt) == [clock.now - .hours(1)]
        )
        // The day stays, wherever its owner is later.
        try await tell(version: 2) { $0.shownAt = day - .hours(3) }
        #expect(try await fixture.medals(of: ana, as: bo).items.map(\.earnedAt) == [day])
    }

    @Test func `a new name and a new visibility hold, an older version changes nothing`()
        async throws
    {
        try await fixture.befriend(ana, bo)
        try await tell(version: 3)
        #expect(try await name(as: bo) == nil)
        try await tell(version: 5) { event in
            event.name = "Walk"
            event.isForFriends = true
        }
        #expect(try await name(as: bo) == "Walk")
        #expect(try await name(as: ana) == "Walk")
        for version: Int64 in [4, 5] {
            try await tell(version: version) { event in
                event.name = "Run"
                event.isForFriends = false
            }
            #expect(try await name(as: bo) == "Walk")
        }
        try await tell(version: 6)
        #expect(try await name(as: bo) == nil)
        #expect(try await name(as: ana) == "Walk 10K steps")
    }

    @Test func `the medal of a goal that is deleted stays, and names it to its owner alone`()
        async throws
    {
        try await fixture.befriend(ana, bo)
        let first = event(version: 1) { $0.isForFriends = true }
        try await fixture.deliver(first, from: .challenges)
        #expect(try await name(as: bo) == "Walk 10K steps")
        try await tell(version: 2)
        // What was told before is delivered again, late.
        try await fixture.deliver(first, from: .challenges)
        #expect(try await name(as: ana) == "Walk 10K steps")
        #expect(try await name(as: bo) == nil)
        #expect(try await fixture.told(.medal).count == 1)
    }

    @Test func `what another makes under the id of a deleted goal is not named by its medal`()
        async throws
    {
        try await fixture.befriend(ana, bo)
        try await tell(version: 3)
        try await tell(version: 9) { event in
            event.user = bo
            event.name = "Run"
            event.isForFriends = true
        }
        #expect(try await name(as: ana) == "Walk 10K steps")
        #expect(try await name(as: bo) == nil)
        #expect(try await fixture.medals(of: bo, as: ana).items.map(\.goal?.name) == ["Run"])
    }

    @Test func `what is told first after a goal was deleted gives the medal all the same`()
        async throws
    {
        try await fixture.befriend(ana, bo)
        try await tell(version: 2)
        try await tell(version: 1) { $0.isForFriends = true }
        #expect(try await name(as: ana) == "Walk 10K steps")
        #expect(try await name(as: bo) == nil)
        #expect(try await fixture.told(.medal).count == 1)
    }

    @Test func `a goal that is told of after its owner's account was deleted shows nothing`()
        async throws
    {
        try await fixture.befriend(ana, bo)
        try await fixture.introduce([ana], as: .deleted)
        try await tell { $0.isForFriends = true }
        await #expect(throws: ScoringError.personNotFound.fault) {
            _ = try await fixture.medals(of: ana, as: bo)
        }
    }

    @Test(arguments: [ServiceName.identity, .media, .gateway])
    func `no service tells but that of challenges`(peer: ServiceName) async throws {
        await #expect(throws: WireError.forbidden.fault) {
            try await fixture.deliver(event(), from: peer)
        }
        #expect(try await fixture.medals(of: ana).items.isEmpty)
    }
}
