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

@Suite(.freshDatabase(Challenges.migrations))
struct LikeDefinitionTests {
    @Test func `each person counts once, and sees whether they like it`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        let like = LikeDefinition(definition: id, likes: true)
        for (user, count) in [(scene.bo, 1), (scene.bo, 1), (scene.cy, 2), (scene.ana, 3)] {
            let liked = try await scene.ask(like, as: user)
            #expect(liked.likeCount == count)
            #expect(liked.likedByMe)
            let seen = try await scene.ask(GetDefinition(definition: id), as: user)
            #expect(liked == seen)
        }
        let other = try await scene.ask(GetDefinition(definition: id), as: UserID())
        #expect(other.likeCount == 3)
        #expect(!other.likedByMe)
        try await scene.expectCounted()
    }

    @Test func `a like is taken back, once`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        for user in [scene.bo, scene.cy] {
            _ = try await scene.ask(LikeDefinition(definition: id, likes: true), as: user)
        }
        let unlike = LikeDefinition(definition: id, likes: false)
        for _ in 1...2 {
            let unliked = try await scene.ask(unlike, as: scene.bo)
            #expect(unliked.likeCount == 1)
            #expect(!unliked.likedByMe)
        }
        // Someone who never liked it.
        #expect(try await scene.ask(unlike, as: scene.ana).likeCount == 1)
        #expect(try await scene.likes(of: id, as: scene.ana) == [scene.cy])
        try await scene.expectCounted()
    }

    @Test func `a like of one definition is not one of another, and changes no version`()
        async throws
    {
        let scene = Scene()
        let (one, other) = (try await scene.storeDefinition(), try await scene.storeDefinition())
        let before = try await scene.ask(GetDefinition(definition: one), as: scene.ana)
        let liked = try await scene.ask(LikeDefinition(definition: one, likes: true), as: scene.bo)
        #expect(liked.version == before.version)
        #expect(liked.changedAt == before.changedAt)
        #expect(try await scene.ask(GetDefinition(definition: other), as: scene.bo).likeCount == 0)
    }

    @Test func `what one cannot see is not found`() async throws {
        try await Scene.expectNotFound { LikeDefinition(definition: $0, likes: true) }
        #expect(try await Scene().told(.liked).isEmpty)
    }

    @Test func `a friend likes what friends see, and takes the like back unseen`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition(.friends)
        try await scene.relate(scene.ana, scene.bo, .friends)
        let like = LikeDefinition(definition: id, likes: true)
        #expect(try await scene.ask(like, as: scene.bo).likeCount == 1)
        try await scene.relate(scene.ana, scene.bo, .none, version: 3)
        let unlike = LikeDefinition(definition: id, likes: false)
        let refusal = ChallengesError.definitionNotFound.fault
        #expect(await scene.fault(like, as: scene.bo) == refusal)
        #expect(try await scene.takeBack(unlike, as: scene.bo) == nil)
        #expect(await scene.fault(unlike, as: scene.bo) == refusal)
        #expect(try await scene.ask(GetDefinition(definition: id), as: scene.ana).likeCount == 0)
    }

    @Test func `a preset is liked in the caller's language`() async throws {
        let scene = Scene()
        let id = try await scene.preset("run-5-km")
        var names: Set<String> = []
        for (languages, count) in [("en", 1), ("de-AT, en;q=0.5", 2)] {
            let call = LikeDefinition(definition: id, likes: true, languages: languages)
            let liked = try await scene.ask(call, as: UserID())
            #expect(liked.likeCount == count)
            names.insert(liked.name)
        }
        #expect(names.count == 2)
    }

    @Test func `a lost reply is repeated, whatever happened since`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        let like = LikeDefinition(definition: id, likes: true)
        let first = try await scene.ask(like, as: scene.bo, key: "k")
        let unlike = LikeDefinition(definition: id, likes: false)
        _ = try await scene.ask(unlike, as: scene.bo)
        #expect(try await scene.ask(like, as: scene.bo, key: "k") == first)
        // Also where the caller reads another language by now.
        let german = LikeDefinition(definition: id, likes: true, languages: "de")
        #expect(try await scene.ask(german, as: scene.bo, key: "k") == first)
        #expect(try await scene.likes(of: id, as: scene.bo) == [])
        #expect(await scene.fault(unlike, as: scene.bo, key: "k") == WireError.keyReused.fault)
    }

    @Test func `liking requires signing in`() async throws {
        let scene = Scene()
        let call = LikeDefinition(definition: try await scene.storeDefinition(), likes: true)
        await #expect(throws: WireError.signInNeeded.fault) {
            try await scene.board.call(call, in: CallContext())
        }
    }

    @Test func `fifty people at once, each twice, are fifty, and the author hears of each once`()
        async throws
    {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        let like = LikeDefinition(definition: id, likes: true)
        let people = (0..<50).map { _ in UserID() }
        #expect(await scene.faults((people + people).map { ($0, like) }) == [])
        let seen = try await scene.ask(GetDefinition(definition: id), as: scene.ana)
        #expect(seen.likeCount == 50)
        try await scene.expectCounted()
        let told = try await scene.told(.liked)
        #expect(told.count == 50)
        #expect(Set(told.map(\.actor)) == Set(people))
        #expect(Set(told.map(\.people)) == [[scene.ana]])
        // One notice.
        #expect(Set(told.map(\.cause)).count == 1)
        let unlike = LikeDefinition(definition: id, likes: false)
        let gone = people.prefix(20)
        #expect(await scene.faults((gone + gone).map { ($0, unlike) }) == [])
        let after = try await scene.ask(GetDefinition(definition: id), as: scene.ana)
        #expect(after.likeCount == 30)
        try await scene.expectCounted()
    }

    @Test func `likes of one person, given and taken back at once, count as one or none`()
        async throws
    {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        _ = try await scene.ask(LikeDefinition(definition: id, likes: true), as: scene.cy)
        let calls = (0..<40).map { index in
            (scene.bo, LikeDefinition(definition: id, likes: index.isMultiple(of: 2)))
        }
        #expect(await scene.faults(calls) == [])
        let seen = try await scene.ask(GetDefinition(definition: id), as: scene.bo)
        #expect(seen.likeCount == (seen.likedByMe ? 2 : 1))
        try await scene.expectCounted()
        let last = LikeDefinition(definition: id, likes: false)
        #expect(try await scene.ask(last, as: scene.bo).likeCount == 1)
    }

    // What the author hears.

    @Test func `the author is told who likes the definition, and which`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        _ = try await scene.ask(LikeDefinition(definition: id, likes: true), as: scene.bo)
        let told = try #require(try await scene.told(.liked).first)
        #expect(told.people == [scene.ana])
        #expect(told.actor == scene.bo)
        #expect(told.challenge == nil)
        #expect(told.subject == Notice.Subject(id))
        #expect(told.name == "Ten push-ups")
        #expect(told.at == scene.clock.now)
        #expect(told.expiresAt == nil)
    }

    @Test func `nobody is told of their own like, of a preset's, or twice of the same person's`()
        async throws
    {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        let preset = try await scene.preset("run-5-km")
        _ = try await scene.ask(LikeDefinition(definition: id, likes: true), as: scene.ana)
        _ = try await scene.ask(LikeDefinition(definition: preset, likes: true), as: scene.bo)
        #expect(try await scene.told(.liked).isEmpty)
        for likes in [true, false, true, true, false, true] {
            scene.clock.advance(by: .hours(7))
            _ = try await scene.ask(LikeDefinition(definition: id, likes: likes), as: scene.bo)
        }
        #expect(try await scene.told(.liked).map(\.actor) == [scene.bo])
        // What else one thinks of it is nobody's business.
        try await scene.complete(id, scene.cy)
        _ = try await scene.ask(WishDefinition(definition: id, wishes: true), as: scene.cy)
        _ = try await scene.ask(RateDefinition(definition: id, stars: 3), as: scene.cy)
        #expect(try await scene.told(.liked).count == 1)
    }

    @Test func `likes of one window are one notice, those of the next another`() async throws {
        let scene = Scene()
        let (id, other) = (try await scene.storeDefinition(), try await scene.storeDefinition())
        // The beginning of a window.
        let window: Int64 = 6 * 3_600 * 1_000_000
        let rest = window - scene.clock.now.microseconds % window
        scene.clock.advance(by: .microseconds(rest))
        let steps: [Duration] = [.zero, .hours(6) - .microseconds(1), .microseconds(1)]
        for step in steps {
            scene.clock.advance(by: step)
            _ = try await scene.ask(LikeDefinition(definition: id, likes: true), as: UserID())
        }
        _ = try await scene.ask(LikeDefinition(definition: other, likes: true), as: scene.bo)
        let causes = try await scene.told(.liked).map(\.cause)
        #expect(causes[0] == causes[1])
        #expect(causes[1] != causes[2])
        #expect(Set(causes).count == 3)
        #expect(causes[0].hasPrefix("\(id)/"))
    }

    // Likes that are taken back (2.13-merged).

    @Test func `who takes a like back leaves the notice, and who likes again returns to it`()
        async throws
    {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        func like(_ likes: Bool, _ user: UserID) async throws {
            scene.clock.advance(by: .seconds(1))
            let call = LikeDefinition(definition: id, likes: likes)
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
        #expect(event.subject == Notice.Subject(id))
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
        let scene = Scene()
        let id = try await scene.storeDefinition()
        scene.clock.advance(by: scene.untilWindow)
        for user in [scene.bo, scene.cy] {
            _ = try await scene.ask(LikeDefinition(definition: id, likes: true), as: user)
            scene.clock.advance(by: .hours(6))
        }
        let causes = try await scene.told(.liked).map(\.cause)
        #expect(Set(causes).count == 2)
        #expect(try await scene.told(.liked).map(\.likes?.count) == [1, 1])
        _ = try await scene.ask(LikeDefinition(definition: id, likes: false), as: scene.bo)
        let counted = try await scene.emitted(LikesCounted.self)
        #expect(counted.map(\.cause) == [causes[0]])
        #expect(counted.map(\.likes) == [MergedLikes(count: 0, newest: [])])
    }

    @Test func `the owner, who is blocked or not active is not counted, and the count stops`()
        async throws
    {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        scene.clock.advance(by: scene.untilWindow)
        let call = LikeDefinition(definition: id, likes: true)
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
            SELECT \(id), gen_random_uuid(), 'definition', \(scene.clock.now)
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
        _ = try await scene.ask(LikeDefinition(definition: id, likes: false), as: scene.ana)
        #expect(try await scene.emitted(LikesCounted.self).count == before)
    }

    @Test func `of many at once the last event counts them all`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        scene.clock.advance(by: scene.untilWindow)
        let people = (0..<20).map { _ in UserID() }
        let like = LikeDefinition(definition: id, likes: true)
        #expect(await scene.faults(people.map { ($0, like) }) == [])
        #expect(try await scene.told(.liked).compactMap(\.likes?.count).sorted() == Array(1...20))
        let unlike = LikeDefinition(definition: id, likes: false)
        #expect(await scene.faults(people.map { ($0, unlike) }) == [])
        #expect(
            try await scene.emitted(LikesCounted.self).map(\.likes.count)
                == Array((0..<20).reversed())
        )
    }
}
