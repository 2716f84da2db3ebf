import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

@Suite(.freshDatabase(Challenges.migrations))
struct ListLikesTests {
    /// New people who like a definition, of whom some do at the same moment.
    private func liked(
        _ definition: DefinitionID,
        by count: Int,
        in scene: Scene
    ) async throws -> [UserID] {
        var people: [UserID] = []
        for index in 0..<count {
            if index.isMultiple(of: 3) { scene.clock.advance(by: .minutes(1)) }
            let person = UserID()
            try await scene.know(person)
            let like = LikeDefinition(definition: definition, likes: true)
            _ = try await scene.ask(like, as: person)
            people.append(person)
        }
        return people
    }

    @Test func `who likes a definition is listed newest first, page by page`() async throws {
        let scene = Scene()
        let (id, other) = (try await scene.storeDefinition(), try await scene.storeDefinition())
        let people = try await liked(id, by: 7, in: scene)
        _ = try await liked(other, by: 2, in: scene)
        let all = try await scene.ask(ListLikes(definition: id), as: scene.bo).items
        #expect(Set(all.map(\.user.id)) == Set(people))
        #expect(Set(all.map(\.likedAt)).count == 3)
        #expect(all == all.sorted { ($0.likedAt, $0.user.id) > ($1.likedAt, $1.user.id) })
        #expect(all.first?.user.username == FakeIdentity.card(all[0].user.id).person.username)
        for limit in [1, 2, 3, 6, 7, 8] {
            let pages = try await scene.likes(of: id, as: scene.bo, limit: limit)
            #expect(pages == all.map(\.user.id))
        }
    }

    @Test func `a page has twenty people, and the last one says so`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        _ = try await liked(id, by: 21, in: scene)
        let first = try await scene.ask(ListLikes(definition: id), as: scene.ana)
        #expect(first.items.count == 20)
        let next = ListLikes(definition: id, limit: 1, cursor: first.nextCursor)
        let last = try await scene.ask(next, as: scene.ana)
        #expect(last.items.count == 1)
        #expect(last.nextCursor == nil)
        let whole = try await scene.ask(ListLikes(definition: id, limit: 100), as: scene.ana)
        #expect(whole.items.count == 21)
    }

    @Test(arguments: [0, 101, -1])
    func `a page of another size is refused`(limit: Int) async throws {
        let scene = Scene()
        let call = ListLikes(definition: try await scene.storeDefinition(), limit: limit)
        let refusal = Refusal(ChallengesError.limitInvalid, at: "/limit").fault
        #expect(await scene.fault(call, as: scene.ana) == refusal)
    }

    @Test func `a cursor of another list, or of another definition, is refused`() async throws {
        let scene = Scene()
        let (id, other) = (try await scene.storeDefinition(), try await scene.storeDefinition())
        _ = try await liked(other, by: 2, in: scene)
        let page = try await scene.ask(ListLikes(definition: other, limit: 1), as: scene.ana)
        let cursor = try #require(page.nextCursor)
        let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
        let assignments = PageCursor<Instant, UserID>("assignments")
        for wrong in [cursor, assignments.text(scene.clock.now, UserID()), "x", ""] {
            let call = ListLikes(definition: id, cursor: wrong)
            #expect(await scene.fault(call, as: scene.ana) == refusal, "\(wrong)")
        }
        let right = ListLikes(definition: other, cursor: cursor)
        #expect(try await scene.ask(right, as: scene.ana).items.count == 1)
    }

    @Test func `the likes of what one cannot see are not found`() async throws {
        try await Scene.expectNotFound { ListLikes(definition: $0) }
    }

    @Test func `people behind a block are left out, and count all the same`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        let people = try await liked(id, by: 3, in: scene).sorted()
        // The one in the middle has a block with someone before and someone after them.
        for (index, other) in [people[0], people[2]].enumerated() {
            try await scene.relate(people[1], other, .blocked, version: 1)
            #expect(try await scene.likes(of: id, as: people[1]).count == 2 - index)
            #expect(try await !scene.likes(of: id, as: people[1]).contains(other))
            #expect(try await !scene.likes(of: id, as: other).contains(people[1]))
        }
        #expect(try await scene.likes(of: id, as: people[0]).count == 2)
        #expect(try await scene.likes(of: id, as: scene.cy).count == 3)
        let seen = try await scene.ask(GetDefinition(definition: id), as: people[1])
        #expect(seen.likeCount == 3)
        try await scene.relate(people[1], people[0], .none, version: 2)
        #expect(try await scene.likes(of: id, as: people[1]).count == 2)
    }

    @Test(arguments: [AccountStanding.hidden, .suspended, .deleted])
    func `people who are not active are left out until they are`(
        standing: AccountStanding
    ) async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        let people = try await liked(id, by: 2, in: scene)
        try await scene.know(people[0], standing: standing, version: 2)
        #expect(try await scene.likes(of: id, as: scene.bo) == [people[1]])
        try await scene.know(people[0], version: 3)
        #expect(try await Set(scene.likes(of: id, as: scene.bo)) == Set(people))
    }

    @Test func `who likes a contest is listed to those who see it, newest first`() async throws {
        let scene = Scene()
        let contest = try await scene.storeContest()
        var people: [UserID] = []
        for index in 0..<5 {
            if index.isMultiple(of: 2) { scene.clock.advance(by: .minutes(1)) }
            let person = UserID()
            try await scene.know(person)
            _ = try await scene.ask(LikeContest(contest: contest.id, likes: true), as: person)
            people.append(person)
        }
        let pairs = [
            [people[4]], [people[2], people[3]].sorted(by: >),
            [people[0], people[1]].sorted(by: >),
        ].flatMap(\.self)
        for limit in [1, 2, 3, 5, 100] {
            #expect(try await scene.likers(of: contest.id, as: scene.bo, limit: limit) == pairs)
        }
        try await scene.relate(people[1], scene.bo, .blocked)
        let seen = try await scene.likers(of: contest.id, as: scene.bo)
        #expect(seen == pairs.filter { $0 != people[1] })
        #expect(try await scene.likes(of: contest.id, as: scene.bo).count == 5)
    }

    /// A contest that someone who is in it likes, and who that is.
    private func likedContest(
        _ state: ContestLife.State = .active,
        visibility: ContestVisibility,
        in scene: Scene
    ) async throws -> (ContestRecord, UserID) {
        let contest = try await scene.storeContest(state, visibility: visibility)
        let fan = UserID()
        try await scene.know(fan)
        try await scene.storePart(fan, .joined, in: contest)
        _ = try await scene.ask(LikeContest(contest: contest.id, likes: true), as: fan)
        return (contest, fan)
    }

    @Test func `who likes a private contest is told to those who see who is in it`()
        async throws
    {
        let scene = Scene()
        let (contest, fan) = try await likedContest(visibility: .private, in: scene)
        #expect(try await scene.likers(of: contest.id, as: scene.ana) == [fan])
        for part in [Participant.State.joined, .invited, .requested] {
            let viewer = UserID()
            try await scene.storePart(viewer, part, in: contest)
            #expect(try await scene.likers(of: contest.id, as: viewer) == [fan], "\(part)")
        }
        let refusals = [
            (Participant.State.left, ChallengesError.notYourPart), (.declined, .contestNotFound),
            (.removed, .contestNotFound), (.refused, .contestNotFound),
            (.lapsed, .contestNotFound),
        ]
        for (part, refusal) in refusals {
            let viewer = UserID()
            try await scene.storePart(viewer, part, in: contest)
            let fault = await scene.fault(ListLikes(contest: contest.id), as: viewer)
            #expect(fault == refusal.fault, "\(part)")
        }
        let fault = await scene.fault(ListLikes(contest: contest.id), as: scene.bo)
        #expect(fault == ChallengesError.contestNotFound.fault)
    }

    @Test func `once a contest is completed, those who left or were removed see who likes it`()
        async throws
    {
        let scene = Scene()
        let (contest, fan) = try await likedContest(.completed, visibility: .private, in: scene)
        for part in [Participant.State.left, .removed] {
            let viewer = UserID()
            try await scene.storePart(viewer, part, in: contest)
            #expect(try await scene.likers(of: contest.id, as: viewer) == [fan], "\(part)")
        }
        try await scene.storePart(scene.bo, .declined, in: contest)
        let fault = await scene.fault(ListLikes(contest: contest.id), as: scene.bo)
        #expect(fault == ChallengesError.contestNotFound.fault)
    }

    @Test func `who likes a public contest is told to everyone, whatever part they had in it`()
        async throws
    {
        let scene = Scene()
        let (contest, fan) = try await likedContest(visibility: .public, in: scene)
        #expect(try await scene.likers(of: contest.id, as: scene.bo) == [fan])
        for part in [Participant.State.left, .declined, .removed] {
            let viewer = UserID()
            try await scene.storePart(viewer, part, in: contest)
            #expect(try await scene.likers(of: contest.id, as: viewer) == [fan], "\(part)")
        }
    }

    @Test func `the likes of a contest that one cannot see are not found`() async throws {
        try await Scene.expectContestNotFound { ListLikes(contest: $0) }
    }

    @Test func `a cursor belongs to one contest, and not to a definition`() async throws {
        let scene = Scene()
        let (one, other) = (try await scene.storeContest(), try await scene.storeContest())
        for user in [scene.bo, scene.cy] {
            _ = try await scene.ask(LikeContest(contest: one.id, likes: true), as: user)
        }
        let page = try await scene.ask(ListLikes(contest: one.id, limit: 1), as: scene.ana)
        let cursor = try #require(page.nextCursor)
        let definition = try await scene.storeDefinition()
        let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
        for call in [
            ListLikes(contest: other.id, cursor: cursor),
            ListLikes(definition: definition, cursor: cursor),
        ] {
            #expect(await scene.fault(call, as: scene.ana) == refusal)
        }
        let next = ListLikes(contest: one.id, cursor: cursor)
        #expect(try await scene.ask(next, as: scene.ana).items.count == 1)
        // Of neither, or of both.
        var both = ListLikes(contest: one.id)
        both.definition = definition
        #expect(await scene.fault(both, as: scene.ana) == WireError.malformed.fault)
        both.definition = nil
        both.contest = nil
        #expect(await scene.fault(both, as: scene.ana) == WireError.malformed.fault)
    }

    @Test func `a person whose standing was not told yet is listed`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        let person = UserID()
        try await scene.tell(of: FakeIdentity.card(person))
        _ = try await scene.ask(LikeDefinition(definition: id, likes: true), as: person)
        #expect(try await scene.likes(of: id, as: scene.bo) == [person])
    }
}
