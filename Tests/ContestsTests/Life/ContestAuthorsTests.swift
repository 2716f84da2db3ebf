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
@testable import Discovery

/// Who is named as the author of a contest once another owner changes it (2.11-author).
@Suite(.freshDatabase(Challenges.migrations))
struct ContestAuthorsTests {
    /// A public competition of Ana's that Bo owns now.
    private func passed(
        in scene: Scene,
        leaving: Bool = false,
        _ change: (inout CreateContest) -> Void = { _ in }
    ) async throws -> ChallengeID {
        let made = try await scene.compete(with: scene.bo, scene.cy, changing: change)
        if leaving {
            _ = try await scene.ask(LeaveContest(contest: made.id), as: scene.ana)
        } else {
            let call = HandOverContest(contest: made.id, to: scene.bo)
            _ = try await scene.ask(call, as: scene.ana)
        }
        return made.id
    }

    /// Whose pages list a contest as one that they made, to a stranger: lists by author, profiles,
    /// and what each made themselves.
    private func makers(of id: ChallengeID, in scene: Scene) async throws -> [[UserID]] {
        let (people, stranger) = ([scene.ana, scene.bo], UserID())
        var lists: [[UserID]] = [[], [], []]
        for user in people {
            let byAuthor = ListContests(list: .all, author: user)
            if try await scene.contests(byAuthor, as: stranger) == [id] { lists[0].append(user) }
            let profile = ListProfileChallenges(user: user, list: .created)
            let items = try await scene.ask(profile, as: stranger).items
            if items.map(\.contest?.id) == [id] { lists[1].append(user) }
            let own = ListContests(list: .created)
            if try await scene.contests(own, as: user) == [id] { lists[2].append(user) }
        }
        return lists
    }

    @Test(arguments: [
        ChangeContest(contest: ChallengeID(), name: "I hate everybody"),
        ChangeContest(contest: ChallengeID(), caption: "So there"),
        ChangeContest(contest: ChallengeID(), description: "And I mean it"),
        ChangeContest(contest: ChallengeID(), mediaIDs: [MediaID()]),
    ])
    func `a later owner who changes a text or a picture is its author`(
        change: ChangeContest
    ) async throws {
        for leaving in [false, true] {
            let scene = Scene()
            let id = try await passed(in: scene, leaving: leaving)
            let (ana, bo) = (scene.ana, scene.bo)
            #expect(try await makers(of: id, in: scene) == [[ana], [ana], [ana]])
            var change = change
            change.contest = id
            let changed = try await scene.ask(change, as: bo)
            #expect(changed.author.id == bo)
            #expect(changed.owner.id == bo)
            for viewer in [ana, scene.cy, UserID()] {
                #expect(try await scene.contest(id, as: viewer).author.id == bo)
            }
            #expect(try await makers(of: id, in: scene) == [[bo], [bo], [bo]])
        }
    }

    @Test func `a later owner who takes pictures away, or puts them in order, is its author`()
        async throws
    {
        let (one, other) = (MediaID(), MediaID())
        for left in [[], [one], [other, one]] {
            let scene = Scene()
            let id = try await passed(in: scene) { $0.mediaIDs = [one, other] }
            let change = ChangeContest(contest: id, mediaIDs: left)
            #expect(try await scene.ask(change, as: scene.bo).author.id == scene.bo)
        }
    }

    @Test func `who changes nothing of what it says or shows is not its author`() async throws {
        let scene = Scene()
        let picture = MediaID()
        let id = try await passed(in: scene) { call in
            call.mediaIDs = [picture]
            call.description = "A litre a day"
        }
        let calls = [
            ChangeContest(contest: id, visibility: .friends),
            ChangeContest(contest: id, endsAt: scene.clock.now + .days(9)),
            ChangeContest(contest: id, name: "Water", description: "A litre a day"),
            ChangeContest(contest: id, mediaIDs: [picture]),
            ChangeContest(contest: id, needsApproval: true),
        ]
        for call in calls {
            #expect(try await scene.ask(call, as: scene.bo).author.id == scene.ana)
        }
    }

    @Test
    func `an owner who made it stays its author, and one to whom it returns becomes it again`()
        async throws
    {
        let scene = Scene()
        let id = try await passed(in: scene)
        _ = try await scene.ask(ChangeContest(contest: id, name: "Wine"), as: scene.bo)
        _ = try await scene.ask(HandOverContest(contest: id, to: scene.ana), as: scene.bo)
        #expect(try await scene.contest(id).author.id == scene.bo)
        for name in ["Water", "Tea"] {
            let change = ChangeContest(contest: id, name: name)
            #expect(try await scene.ask(change, as: scene.ana).author.id == scene.ana)
        }
    }

    @Test func `a change that is refused leaves the author`() async throws {
        let scene = Scene()
        let id = try await passed(in: scene)
        let change = ChangeContest(contest: id, name: "Wine", unit: "glasses")
        #expect(await scene.fault(change, as: scene.bo) != nil)
        let stale = ChangeContest(contest: id, name: "Wine", ifVersion: 1)
        #expect(await scene.fault(stale, as: scene.bo)?.code == "challenges.version_stale")
        #expect(try await scene.contest(id, as: scene.cy).author.id == scene.ana)
    }

    @Test func `who is behind a block with the former author still sees it trend`() async throws {
        let scene = Scene(rules: Rules(discovery: DiscoveryRules(trendingPeople: 1)))
        let id = try await passed(in: scene)
        let viewer = UserID()
        _ = try await scene.ask(LikeContest(contest: id, likes: true), as: UserID())
        try await scene.relate(viewer, scene.ana, .blocked)
        let call = ListContests(list: .all, sort: .trending)
        try await scene.computeTrends()
        #expect(try await scene.contests(call, as: viewer) == [])
        _ = try await scene.ask(ChangeContest(contest: id, name: "Wine"), as: scene.bo)
        #expect(try await scene.contests(call, as: viewer) == [id])
    }

    @Test func `what the former author did counts for what is trending at once`() async throws {
        let scene = Scene(rules: Rules(discovery: DiscoveryRules(trendingPeople: 2)))
        let id = try await passed(in: scene)
        for user in [scene.ana, scene.cy] {
            _ = try await scene.ask(LikeContest(contest: id, likes: true), as: user)
        }
        let call = ListContests(list: .all, sort: .trending)
        try await scene.computeTrends()
        // Cy alone is neither its author nor its owner.
        #expect(try await scene.contests(call, as: scene.cy) == [])
        _ = try await scene.ask(ChangeContest(contest: id, name: "Wine"), as: scene.bo)
        try await scene.computeTrends()
        #expect(try await scene.contests(call, as: scene.cy) == [id])
    }
}
