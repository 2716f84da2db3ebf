import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

/// Likes, wishes and ratings of who says which version of the thing they saw.
@Suite(.freshDatabase(Challenges.migrations))
struct OpinionVersionTests {
    private let scene = Scene()

    private func expectStale<C: Call, Row: Decodable & Equatable>(
        _ call: C,
        showing row: Row
    ) async throws {
        let fault = await scene.fault(call, as: scene.bo)
        #expect(fault?.code == "challenges.version_stale")
        let current = try #require(fault?.current)
        #expect(try WireDecoder().decode(Row.self, from: current) == row)
    }

    @Test func `another version of a contest is refused, and nothing is done`() async throws {
        let id = try await scene.storeContest().id
        let shown = try await scene.ask(GetContest(contest: id), as: scene.bo)
        for likes in [true, false] {
            for version in [shown.version + 1, shown.version - 1, -1] {
                let like = LikeContest(contest: id, likes: likes, ifVersion: version)
                try await expectStale(like, showing: shown)
                let wish = WishContest(contest: id, wishes: likes, ifVersion: version)
                try await expectStale(wish, showing: shown)
            }
        }
        let like = LikeContest(contest: id, likes: true, ifVersion: shown.version)
        let liked = try await scene.ask(like, as: scene.bo)
        #expect(liked.likeCount == 1)
        // A like changes no version.
        let unlike = LikeContest(contest: id, likes: false, ifVersion: shown.version)
        #expect(try await scene.ask(unlike, as: scene.bo).likeCount == 0)
        let wish = WishContest(contest: id, wishes: true, ifVersion: shown.version)
        let wished = try await scene.ask(wish, as: scene.bo)
        #expect(wished.wishedByMe)
    }

    @Test func `another version of a definition is refused, and nothing is done`() async throws {
        let id = try await scene.storeDefinition()
        try await scene.complete(id, scene.bo)
        let shown = try await scene.ask(GetDefinition(definition: id), as: scene.bo)
        for version in [shown.version + 1, shown.version - 1, -1] {
            for given in [true, false] {
                let like = LikeDefinition(definition: id, likes: given, ifVersion: version)
                try await expectStale(like, showing: shown)
                let wish = WishDefinition(definition: id, wishes: given, ifVersion: version)
                try await expectStale(wish, showing: shown)
            }
            let rate = RateDefinition(definition: id, stars: 3, ifVersion: version)
            try await expectStale(rate, showing: shown)
            let withdraw = WithdrawRating(definition: id, ifVersion: version)
            try await expectStale(withdraw, showing: shown)
        }
        let rate = RateDefinition(definition: id, stars: 3, ifVersion: shown.version)
        let rated = try await scene.ask(rate, as: scene.bo)
        #expect(rated.myRating == 3)
        let withdraw = WithdrawRating(definition: id, ifVersion: shown.version)
        let withdrawn = try await scene.ask(withdraw, as: scene.bo)
        #expect(withdrawn.myRating == nil)
    }

    @Test func `a contest that a late timer has not moved has the version that is shown`()
        async throws
    {
        let crew = try await Crew.form { $0.startsAt = $0.endsAt.map { $0 - .days(6) } }
        let scene = crew.scene
        let made = try await crew.seen(by: scene.bo)
        scene.clock.advance(by: .days(2))
        let shown = try await crew.seen(by: scene.bo)
        #expect(shown.state == .active && shown.version > made.version)
        func like(_ version: Int64) -> LikeContest {
            LikeContest(contest: crew.id, likes: true, ifVersion: version)
        }
        let stale = await scene.fault(like(made.version), as: scene.bo)
        #expect(stale?.code == "challenges.version_stale")
        let liked = try await scene.ask(like(shown.version), as: scene.bo)
        #expect(liked.likeCount == 1)
        // So it has for an invitation, which is checked before time is let move it, and after.
        func invite(_ version: Int64) -> InviteToContest {
            InviteToContest(contest: crew.id, invitees: [scene.bo], ifVersion: version)
        }
        let old = await scene.fault(invite(made.version), as: scene.ana)
        #expect(old?.code == "challenges.version_stale")
        let invited = try await scene.ask(invite(shown.version), as: scene.ana)
        #expect(invited.participants.map(\.state) == [.invited])
    }

    @Test func `an invisible item has no version, and the user's like of it stays`() async throws {
        let id = try await scene.storeContest().id
        let like = LikeContest(contest: id, likes: true)
        let version = try await scene.ask(like, as: scene.bo).version
        try await scene.database.run("UPDATE contests SET visibility = 'private'")
        let unlike = LikeContest(contest: id, likes: false, ifVersion: version)
        let stale = await scene.fault(unlike, as: scene.bo)
        #expect(stale == ChallengesError.versionStale.fault)
        #expect(try await scene.likes(of: id, as: scene.ana) == Scene.Likes(count: 1))
        // Who left nothing on it learns nothing of it.
        let missing = await scene.fault(unlike, as: scene.cy)
        #expect(missing == ChallengesError.contestNotFound.fault)
    }
}
