import ChallengesAPI
import Identifiers
import IdentityAPI
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

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

    @Test func `liking requires signing in`() async throws {
        let call = LikeContest(contest: try await scene.storeContest().id, likes: true)
        await #expect(throws: WireError.signInNeeded.fault) {
            try await scene.board.call(call, in: CallContext())
        }
    }
}
