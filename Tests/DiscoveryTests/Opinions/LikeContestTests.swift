import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

/// Likes of contests (2.8-likes, K-20), and what their owners hear of them (2.13-merged).
@Suite(.freshDatabase(Challenges.migrations))
struct LikeContestTests {
    private let scene = Scene()

    @Test func `each person counts once, and sees whether they like it`() async throws {
        let contest = try await scene.storeContest()
        let like = LikeContest(contest: contest.id, likes: true)
        for (user, count) in [(scene.bo, 1), (scene.bo, 1), (scene.cy, 2), (scene.ana, 3)] {
            let liked = try await scene.ask(like, as: user)
            #expect(liked.likeCount == count)
            #expect(liked.likedByMe)
            #expect(try await liked == scene.ask(GetContest(contest: contest.id), as: user))
        }
        #expect(try await scene.likes(of: contest.id, as: UserID()) == Scene.Likes(count: 3))
        try await scene.expectLikesCounted()
    }

    @Test func `a like is taken back, once`() async throws {
        let contest = try await scene.storeContest()
        for user in [scene.bo, scene.cy] {
            _ = try await scene.ask(LikeContest(contest: contest.id, likes: true), as: user)
        }
        let unlike = LikeContest(contest: contest.id, likes: false)
        for _ in 1...2 {
            let unliked = try await scene.ask(unlike, as: scene.bo)
            #expect(unliked.likeCount == 1)
            #expect(!unliked.likedByMe)
        }
        // Someone who never liked it.
        #expect(try await scene.ask(unlike, as: scene.ana).likeCount == 1)
        #expect(try await scene.likers(of: contest.id, as: scene.ana) == [scene.cy])
        try await scene.expectLikesCounted()
    }

    @Test func `a like of one contest is not one of another, and changes no version`()
        async throws
    {
        let (one, other) = (try await scene.storeContest(), try await scene.storeContest())
        let liked = try await scene.ask(LikeContest(contest: one.id, likes: true), as: scene.bo)
        #expect(liked.version == one.life.version)
        #expect(try await scene.likes(of: other.id, as: scene.bo) == Scene.Likes(count: 0))
    }

    @Test func `what one cannot see is not found`() async throws {
        try await Scene.expectContestNotFound { LikeContest(contest: $0, likes: true) }
        try await Scene.expectContestNotFound { LikeContest(contest: $0, likes: false) }
    }

    @Test func `a draft is not liked yet`() async throws {
        let draft = try await scene.storeContest(.draft)
        for likes in [true, false] {
            let fault = await scene.fault(
                LikeContest(contest: draft.id, likes: likes),
                as: scene.ana
            )
            #expect(fault == ChallengesError.wrongState.fault)
        }
    }

    @Test func `a contest may be liked however far it is`() async throws {
        for state in ContestLife.State.allCases where state != .draft {
            let contest = try await scene.storeContest(state)
            let liked = try await scene.ask(
                LikeContest(contest: contest.id, likes: true),
                as: scene.bo
            )
            #expect(liked.likeCount == 1)
        }
    }

    @Test func `a lost reply is repeated, whatever happened since`() async throws {
        let contest = try await scene.storeContest()
        let like = LikeContest(contest: contest.id, likes: true)
        let first = try await scene.ask(like, as: scene.bo, key: "k")
        let unlike = LikeContest(contest: contest.id, likes: false)
        _ = try await scene.ask(unlike, as: scene.bo)
        #expect(try await scene.ask(like, as: scene.bo, key: "k") == first)
        #expect(try await scene.likes(of: contest.id, as: scene.bo) == Scene.Likes(count: 0))
        #expect(await scene.fault(unlike, as: scene.bo, key: "k") == WireError.keyReused.fault)
    }

    @Test func `fifty people at once, each twice, are fifty, and the owner hears of each once`()
        async throws
    {
        let contest = try await scene.storeContest()
        let like = LikeContest(contest: contest.id, likes: true)
        let people = (0..<50).map { _ in UserID() }
        #expect(await scene.faults((people + people).map { ($0, like) }) == [])
        #expect(try await scene.likes(of: contest.id, as: scene.ana) == Scene.Likes(count: 50))
        try await scene.expectLikesCounted()
        let told = try await scene.told(.liked)
        #expect(told.count == 50)
        #expect(Set(told.map(\.actor)) == Set(people))
        #expect(Set(told.map(\.people)) == [[scene.ana]])
        // One notice.
        #expect(Set(told.map(\.cause)).count == 1)
        let gone = people.prefix(20)
        let unlike = LikeContest(contest: contest.id, likes: false)
        #expect(await scene.faults((gone + gone).map { ($0, unlike) }) == [])
        #expect(try await scene.likes(of: contest.id, as: scene.ana) == Scene.Likes(count: 30))
        try await scene.expectLikesCounted()
    }

    // What the owner hears.

    @Test func `the owner is told who likes the contest, and which`() async throws {
        let contest = try await scene.storeContest(owner: scene.cy, author: scene.ana)
        _ = try await scene.ask(LikeContest(contest: contest.id, likes: true), as: scene.bo)
        let told = try #require(try await scene.told(.liked).first)
        #expect(told.people == [scene.cy])
        #expect(told.actor == scene.bo)
        #expect(told.challenge == contest.id)
        #expect(told.subject == Notice.Subject(contest: contest.id))
        #expect(told.name == "Water")
        #expect(told.at == scene.clock.now)
        #expect(told.expiresAt == nil)
    }

    @Test func `nobody is told of their own like, nor twice of the same person's`() async throws {
        let contest = try await scene.storeContest()
        _ = try await scene.ask(LikeContest(contest: contest.id, likes: true), as: scene.ana)
        #expect(try await scene.told(.liked).isEmpty)
        for likes in [true, false, true, true, false, true] {
            scene.clock.advance(by: .hours(7))
            let call = LikeContest(contest: contest.id, likes: likes)
            _ = try await scene.ask(call, as: scene.bo)
        }
        #expect(try await scene.told(.liked).map(\.actor) == [scene.bo])
    }

    @Test func `likes of one window are one notice, those of the next another`() async throws {
        let contest = try await scene.storeContest()
        let other = try await scene.storeContest()
        // The beginning of a window.
        let window: Int64 = 6 * 3_600 * 1_000_000
        let rest = window - scene.clock.now.microseconds % window
        scene.clock.advance(by: .microseconds(rest))
        let steps: [Duration] = [.zero, .hours(6) - .microseconds(1), .microseconds(1)]
        for step in steps {
            scene.clock.advance(by: step)
            let like = LikeContest(contest: contest.id, likes: true)
            _ = try await scene.ask(like, as: UserID())
        }
        _ = try await scene.ask(LikeContest(contest: other.id, likes: true), as: scene.bo)
        let causes = try await scene.told(.liked).map(\.cause)
        #expect(causes[0] == causes[1])
        #expect(causes[1] != causes[2])
        #expect(Set(causes).count == 3)
        #expect(causes[0].hasPrefix("\(contest.id)/"))
    }

    // Likes that are taken back (2.13-merged).

    @Test func `who takes a like back leaves the notice, and who likes again returns to it`()
        async throws
    {
        let id = try await scene.storeContest().id
        func like(_ likes: Bool, _ user: UserID) async throws {
            scene.clock.advance(by: .seconds(1))
            let call = LikeContest(contest: id, likes: likes)
            for _ in 0..<2 { _ = try await scene.ask(call, as: user) }
        }
        /// Those whom the last event counts, the newest first.
        func counted() async throws -> [UserID]? {
            try await scene.emitted(LikesCounted.self).last?.likes.newest.map(\.user)
        }
        // Nobody sees a window end.
        scene.clock.advance(by: scene.untilWindow)
        try await like(true, scene.bo)
        try await like(true, scene.cy)
        let told = try await scene.told(.liked)
        #expect(told.map(\.actor) == [scene.bo, scene.cy])
        #expect(told.map(\.likes?.count) == [1, 2])
        #expect(told.last?.likes?.newest.map(\.user) == [scene.cy, scene.bo])
        #expect(try await counted() == nil)
        try await like(false, scene.cy)
        #expect(try await counted() == [scene.bo])
        let event = try #require(try await scene.emitted(LikesCounted.self).first)
        #expect(event.subject == Notice.Subject(contest: id))
        #expect(event.cause == told.first?.cause)
        #expect(event.likes.count == 1)
        try await like(true, scene.cy)
        #expect(try await counted() == [scene.cy, scene.bo])
        try await like(false, scene.bo)
        #expect(try await counted() == [scene.cy])
        try await like(false, scene.cy)
        #expect(try await counted() == [])
        // Each of these once, and nobody was told again.
        #expect(try await scene.emitted(LikesCounted.self).count == 4)
        #expect(try await scene.told(.liked).count == 2)
    }

    @Test func `a like leaves the notice of its own window`() async throws {
        let id = try await scene.storeContest().id
        scene.clock.advance(by: scene.untilWindow)
        for user in [scene.bo, scene.cy] {
            _ = try await scene.ask(LikeContest(contest: id, likes: true), as: user)
            scene.clock.advance(by: .hours(6))
        }
        let causes = try await scene.told(.liked).map(\.cause)
        #expect(Set(causes).count == 2)
        #expect(try await scene.told(.liked).map(\.likes?.count) == [1, 1])
        _ = try await scene.ask(LikeContest(contest: id, likes: false), as: scene.bo)
        let counted = try await scene.emitted(LikesCounted.self)
        #expect(counted.map(\.cause) == [causes[0]])
        #expect(counted.map(\.likes) == [MergedLikes(count: 0, newest: [])])
    }

    @Test func `the owner, who is blocked or not active is not counted, and the count stops`()
        async throws
    {
        let id = try await scene.storeContest().id
        scene.clock.advance(by: scene.untilWindow)
        let call = LikeContest(contest: id, likes: true)
        let blocked = UserID()
        for user in [scene.ana, blocked, scene.bo] { _ = try await scene.ask(call, as: user) }
        let pair = Pair(scene.ana, blocked)
        _ = try await scene.tell(
            RelationChanged(one: pair.one, other: pair.other, relation: .blocked, version: 9)
        )
        scene.clock.advance(by: .seconds(1))
        _ = try await scene.ask(call, as: scene.cy)
        let last = try await scene.told(.liked).last?.likes
        #expect(last?.newest.map(\.user) == [scene.cy, scene.bo])
        // A thousand more.
        try await scene.database.run(
            """
            INSERT INTO likes (target, user_id, of, liked_at)
            SELECT \(id), gen_random_uuid(), 'contest', \(scene.clock.now)
            FROM generate_series(1, 1000)
            """
        )
        _ = try await scene.ask(call, as: UserID())
        let likes = try #require(try await scene.told(.liked).last?.likes)
        #expect(likes.count == MergedLikes.countMax)
        #expect(likes.newest.count == MergedLikes.newestMax)
        #expect(likes.isValid)
        // One's own like is nothing to be told of, and neither is taking it back.
        let before = try await scene.emitted(LikesCounted.self).count
        _ = try await scene.ask(LikeContest(contest: id, likes: false), as: scene.ana)
        #expect(try await scene.emitted(LikesCounted.self).count == before)
    }

    @Test func `of many at once the last event counts them all`() async throws {
        let id = try await scene.storeContest().id
        scene.clock.advance(by: scene.untilWindow)
        let people = (0..<20).map { _ in UserID() }
        let like = LikeContest(contest: id, likes: true)
        #expect(await scene.faults(people.map { ($0, like) }) == [])
        #expect(try await scene.told(.liked).compactMap(\.likes?.count).sorted() == Array(1...20))
        let unlike = LikeContest(contest: id, likes: false)
        #expect(await scene.faults(people.map { ($0, unlike) }) == [])
        #expect(
            try await scene.emitted(LikesCounted.self).map(\.likes.count)
                == Array((0..<20).reversed())
        )
    }

    @Test func `liking requires signing in`() async throws {
        let call = LikeContest(contest: try await scene.storeContest().id, likes: true)
        await #expect(throws: WireError.signInNeeded.fault) {
            try await scene.board.call(call, in: CallContext())
        }
    }
}
