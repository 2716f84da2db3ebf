import ChallengesAPI
import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// What a person likes, definitions and contests (2.8-likes).
@Suite(.freshDatabase(Challenges.migrations))
struct ListMyLikesTests {
    private let scene = Scene()

    /// What is on all pages.
    private func listed(as user: UserID, limit: Int? = nil) async throws -> [String] {
        var call = ListMyLikes(limit: limit)
        var ids: [String] = []
        repeat {
            let page = try await scene.ask(call, as: user)
            ids += page.items.map { item in
                #expect((item.definition == nil) != (item.contest == nil))
                return item.definition.map { "\($0.id)" } ?? item.contest.map { "\($0.id)" } ?? ""
            }
            call.cursor = page.nextCursor
        } while call.cursor != nil
        return ids
    }

    @Test func `what one liked last comes first, and what is taken back is gone`() async throws {
        let definition = try await scene.storeDefinition()
        let (one, other) = (try await scene.storeContest(), try await scene.storeContest())
        _ = try await scene.ask(LikeContest(contest: one.id, likes: true), as: scene.bo)
        scene.clock.advance(by: .minutes(1))
        let likedAt = scene.clock.now
        _ = try await scene.ask(LikeDefinition(definition: definition, likes: true), as: scene.bo)
        scene.clock.advance(by: .minutes(1))
        _ = try await scene.ask(LikeContest(contest: other.id, likes: true), as: scene.bo)
        let ids = ["\(other.id)", "\(definition)", "\(one.id)"]
        for limit in [1, 2, 3, 4] {
            #expect(try await listed(as: scene.bo, limit: limit) == ids)
        }
        #expect(try await listed(as: scene.cy) == [])
        let page = try await scene.ask(ListMyLikes(), as: scene.bo)
        #expect(page.items[1].likedAt == likedAt)
        let seen = try await scene.ask(GetContest(contest: one.id), as: scene.bo)
        #expect(page.items[2].contest == seen)
        _ = try await scene.ask(LikeContest(contest: other.id, likes: false), as: scene.bo)
        #expect(try await listed(as: scene.bo) == Array(ids.dropFirst()))
    }

    @Test func `what one may no longer see is not there`() async throws {
        let definition = try await scene.storeDefinition()
        let contest = try await scene.storeContest()
        _ = try await scene.ask(LikeContest(contest: contest.id, likes: true), as: scene.bo)
        _ = try await scene.ask(LikeDefinition(definition: definition, likes: true), as: scene.bo)
        try await scene.database.run("UPDATE contests SET visibility = 'private'")
        #expect(try await listed(as: scene.bo) == ["\(definition)"])
        try await scene.database.run("UPDATE definitions SET visibility = 'private'")
        #expect(try await listed(as: scene.bo) == [])
        // Who is in it sees it.
        try await scene.storePart(scene.bo, .joined, in: contest)
        #expect(try await listed(as: scene.bo) == ["\(contest.id)"])
    }

    @Test func `a bad page is refused`() async throws {
        for limit in [0, 101] {
            let refusal = Refusal(ChallengesError.limitInvalid, at: "/limit").fault
            #expect(await scene.fault(ListMyLikes(limit: limit), as: scene.bo) == refusal)
        }
        let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
        let wishes = PageCursor<Instant, ChallengeID>("wishes").text(.noon, ChallengeID())
        for cursor in ["x", "", wishes] {
            #expect(await scene.fault(ListMyLikes(cursor: cursor), as: scene.bo) == refusal)
        }
    }
}
