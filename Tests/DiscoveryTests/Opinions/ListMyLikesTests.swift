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
@testable import Contests

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
                #expect((item.definitionID == nil) != (item.contestID == nil))
                if let definition = item.definition { #expect(definition.id == item.definitionID) }
                if let contest = item.contest { #expect(contest.id == item.contestID) }
                return item.definitionID.map { "\($0)" } ?? item.contestID.map { "\($0)" } ?? ""
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

    @Test func `only the id is listed of an item that the user no longer sees`() async throws {
        let definition = try await scene.storeDefinition()
        let contest = try await scene.storeContest()
        _ = try await scene.ask(LikeContest(contest: contest.id, likes: true), as: scene.bo)
        scene.clock.advance(by: .minutes(1))
        _ = try await scene.ask(LikeDefinition(definition: definition, likes: true), as: scene.bo)
        /// Whether each item of the whole list, and of the pages of one, is shown.
        func shown() async throws -> [Bool] {
            let ids = ["\(definition)", "\(contest.id)"]
            for limit in [1, 2, 3] {
                #expect(try await listed(as: scene.bo, limit: limit) == ids)
            }
            let items = try await scene.ask(ListMyLikes(), as: scene.bo).items
            return items.map { $0.definition != nil || $0.contest != nil }
        }
        #expect(try await shown() == [true, true])
        try await scene.database.run("UPDATE contests SET visibility = 'private'")
        #expect(try await shown() == [true, false])
        try await scene.database.run("UPDATE definitions SET visibility = 'private'")
        #expect(try await shown() == [false, false])
        // Who is in it sees it.
        try await scene.storePart(scene.bo, .joined, in: contest)
        #expect(try await shown() == [false, true])
        try await scene.database.run("UPDATE definitions SET state = 'deleted'")
        #expect(try await shown() == [false, true])
        _ = try await scene.takeBack(
            LikeDefinition(definition: definition, likes: false),
            as: scene.bo
        )
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
