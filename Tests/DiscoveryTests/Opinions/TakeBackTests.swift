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
@testable import ChallengesCore
@testable import Contests

/// What people left on a thing is theirs to take back, also once they no longer see it
/// (2.8-take-back, K-20).
@Suite(.freshDatabase(Challenges.migrations))
struct TakeBackTests {
    /// How Bo, who is in a contest of Ana's or sees it, loses sight of it.
    enum Loss: String, CaseIterable {
        case narrowed, unfriended, removed, declined, blocked, hidden, suspended

        func happen(to contest: ContestRecord, in scene: Scene) async throws {
            func hide() async throws {
                try await scene.database.run("UPDATE contests SET visibility = 'private'")
            }
            switch self {
            case .narrowed: try await hide()
            case .unfriended:
                try await scene.database.run("UPDATE contests SET visibility = 'friends'")
                try await scene.relate(scene.ana, scene.bo, .none, version: 9)
            case .removed:
                try await scene.storePart(scene.bo, .joined, in: contest)
                try await scene.count(1, in: contest)
                try await hide()
                let remove = RemoveParticipant(contest: contest.id, user: scene.bo)
                _ = try await scene.ask(remove, as: scene.ana)
            case .declined:
                try await scene.storePart(scene.bo, .invited, in: contest)
                try await hide()
                _ = try await scene.ask(DeclineContest(contest: contest.id), as: scene.bo)
            case .blocked: try await scene.relate(scene.ana, scene.bo, .blocked, version: 9)
            case .hidden:
                try await scene.database.run("UPDATE contests SET hidden_at = created_at")
            case .suspended:
                try await scene.know(scene.ana, standing: .suspended, version: 9)
            }
        }
    }

    @Test(arguments: Loss.allCases)
    func `a like of a contest that the user no longer sees is withdrawn once`(
        loss: Loss
    ) async throws {
        let scene = Scene()
        let contest = try await scene.storeContest()
        try await scene.relate(scene.ana, scene.bo, .friends)
        for user in [scene.bo, scene.ana] {
            _ = try await scene.ask(LikeContest(contest: contest.id, likes: true), as: user)
        }
        try await loss.happen(to: contest, in: scene)
        let unlike = LikeContest(contest: contest.id, likes: false)
        let gone = ChallengesError.contestNotFound.fault
        // Liking needs sight, and taking back what is not there is answered as to a stranger.
        let like = LikeContest(contest: contest.id, likes: true)
        #expect(await scene.fault(like, as: scene.bo) == gone)
        if loss == .narrowed || loss == .hidden {
            #expect(await scene.fault(unlike, as: scene.cy) == gone)
        }
        #expect(try await scene.likes(of: contest.id, as: scene.ana).count == 2)
        #expect(try await scene.takeBack(unlike, as: scene.bo, key: "k") == nil)
        #expect(try await scene.likes(of: contest.id, as: scene.ana).count == 1)
        #expect(try await scene.ask(ListMyLikes(), as: scene.bo).items.isEmpty)
        #expect(await scene.fault(unlike, as: scene.bo) == gone)
        // The reply that was lost.
        #expect(try await scene.takeBack(unlike, as: scene.bo, key: "k") == nil)
        try await scene.expectLikesCounted()
    }

    @Test(arguments: Loss.allCases)
    func `a wish for a contest that the user no longer sees is withdrawn once`(
        loss: Loss
    ) async throws {
        let scene = Scene()
        let contest = try await scene.storeContest()
        try await scene.relate(scene.ana, scene.bo, .friends)
        _ = try await scene.ask(WishContest(contest: contest.id, wishes: true), as: scene.bo)
        try await loss.happen(to: contest, in: scene)
        let unwish = WishContest(contest: contest.id, wishes: false)
        #expect(try await scene.takeBack(unwish, as: scene.bo) == nil)
        #expect(
            await scene.fault(unwish, as: scene.bo) == ChallengesError.contestNotFound.fault
        )
    }

    /// How Bo loses sight of a public definition of Ana's.
    private static let losses: [(String, @Sendable (Scene) async throws -> Void)] = [
        (
            "narrowed",
            { try await $0.database.run("UPDATE definitions SET visibility = 'private'") }
        ),
        (
            "unfriended",
            { try await $0.database.run("UPDATE definitions SET visibility = 'friends'") }
        ),
        ("hidden", { try await $0.database.run("UPDATE definitions SET state = 'hidden'") }),
        ("blocked", { try await $0.relate($0.ana, $0.bo, .blocked) }),
        ("suspended", { try await $0.know($0.ana, standing: .suspended, version: 2) }),
    ]

    @Test(arguments: losses.indices)
    func `an opinion of a definition that the user no longer sees is withdrawn once`(
        index: Int
    ) async throws {
        let scene = Scene()
        let (what, lose) = Self.losses[index]
        let id = try await scene.storeDefinition()
        try await leave(on: id, in: scene)
        try await lose(scene)
        try await expectTakenBack(of: id, what, in: scene)
    }

    @Test func `what one thinks of a deleted definition is taken back once`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        try await leave(on: id, in: scene)
        _ = try await scene.ask(DeleteDefinition(definition: id), as: scene.ana)
        try await expectTakenBack(of: id, "deleted", in: scene)
    }

    /// Bo likes, wishes for and rates a definition.
    private func leave(on id: DefinitionID, in scene: Scene) async throws {
        try await scene.complete(id, scene.bo)
        _ = try await scene.ask(LikeDefinition(definition: id, likes: true), as: scene.bo)
        _ = try await scene.ask(WishDefinition(definition: id, wishes: true), as: scene.bo)
        _ = try await scene.ask(RateDefinition(definition: id, stars: 4), as: scene.bo)
    }

    /// Checks that Bo takes all of it back, and that the next time, and to Cy, it is not found.
    private func expectTakenBack(
        of id: DefinitionID,
        _ what: String,
        in scene: Scene
    ) async throws {
        let gone = ChallengesError.definitionNotFound.fault
        let unlike = LikeDefinition(definition: id, likes: false)
        let unwish = WishDefinition(definition: id, wishes: false)
        let unrate = WithdrawRating(definition: id)
        #expect(try await scene.takeBack(unlike, as: scene.bo) == nil, "\(what)")
        #expect(await scene.fault(unlike, as: scene.bo) == gone, "\(what)")
        #expect(try await scene.takeBack(unwish, as: scene.bo) == nil, "\(what)")
        #expect(await scene.fault(unwish, as: scene.bo) == gone, "\(what)")
        #expect(try await scene.takeBack(unrate, as: scene.bo) == nil, "\(what)")
        #expect(await scene.fault(unrate, as: scene.bo) == gone, "\(what)")
        #expect(try await scene.database.opinions(of: scene.bo, on: [id]) == [id: Opinion()])
        try await scene.expectCounted()
    }

    @Test func `a join request for a contest that the user no longer sees is withdrawn`()
        async throws
    {
        for isBlocked in [false, true] {
            let crew = try await Crew.form { $0.needsApproval = true }
            let scene = crew.scene
            try await crew.join(scene.bo)
            if isBlocked {
                // What follows from the block has not happened yet.
                try await scene.storeRelation(.blocked, scene.ana, scene.bo, version: 9)
            } else {
                try await scene.database.run("UPDATE contests SET hidden_at = created_at")
            }
            let leave = LeaveContest(contest: crew.id)
            #expect(try await scene.takeBack(leave, as: scene.bo, key: "k") == nil)
            #expect(try await crew.state(of: scene.bo) == .declined)
            #expect(try await crew.settled(.joinRequested).map(\.outcome) == [.gone])
            let gone = ["challenges.contest_not_found"]
            #expect(await crew.refusal(of: leave, as: scene.bo) == gone)
            #expect(try await scene.takeBack(leave, as: scene.bo, key: "k") == nil)
        }
    }

    @Test func `likes that are taken back unseen and at once are counted exactly`() async throws {
        let scene = Scene()
        let contest = try await scene.storeContest()
        let people = (0..<30).map { _ in UserID() }
        let like = LikeContest(contest: contest.id, likes: true)
        #expect(await scene.faults(people.map { ($0, like) }) == [])
        try await scene.database.run("UPDATE contests SET visibility = 'private'")
        let gone = Array(people.prefix(20))
        let unlike = LikeContest(contest: contest.id, likes: false)
        // Of two calls of one person one finds a like.
        #expect(await scene.faults((gone + gone).map { ($0, unlike) }).count == 20)
        #expect(try await scene.likes(of: contest.id, as: scene.ana).count == 10)
        try await scene.expectLikesCounted()
    }
}
