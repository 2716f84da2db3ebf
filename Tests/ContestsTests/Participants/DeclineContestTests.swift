import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

/// Invitations that are declined (FR-50, 2.3-participants).
@Suite(.freshDatabase(Challenges.migrations))
struct DeclineContestTests {
    @Test func `an invitation is declined once, and nobody is told`() async throws {
        let crew = try await Crew.form { $0.visibility = .private }
        let scene = crew.scene
        try await crew.invite(scene.bo)
        let decline = DeclineContest(contest: crew.id)
        let seen = try await scene.ask(decline, as: scene.bo)
        #expect(seen.me?.state == .declined)
        #expect(!seen.actions.contains(.join))
        let row = try await crew.row(of: scene.bo)
        #expect(row?.endedAt == scene.clock.now)
        let settled = try await crew.settled(.contestInvited)
        #expect(settled.map(\.people) == [[scene.bo]])
        #expect(settled.map(\.outcome) == [.acted])
        let events = try await crew.eventCount()
        scene.clock.advance(by: .hours(1))
        // It is private, and so not found by whoever declined.
        let refusal = await crew.refusal(of: decline, as: scene.bo)
        #expect(refusal == ["challenges.contest_not_found"])
        #expect(try await crew.row(of: scene.bo) == row)
        #expect(try await crew.eventCount() == events)
    }

    @Test func `declining twice changes nothing`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.invite(scene.bo)
        let decline = DeclineContest(contest: crew.id)
        _ = try await scene.ask(decline, as: scene.bo)
        let row = try await crew.row(of: scene.bo)
        let events = try await crew.eventCount()
        scene.clock.advance(by: .hours(1))
        #expect(try await scene.ask(decline, as: scene.bo).me?.state == .declined)
        #expect(try await crew.row(of: scene.bo) == row)
        #expect(try await crew.eventCount() == events)
    }

    @Test(arguments: ContestVisibility.allCases.filter { $0 != .unknown })
    func `a user who declined sees the contest like one who was never invited`(
        visibility: ContestVisibility
    ) async throws {
        let crew = try await Crew.form { $0.visibility = visibility }
        let scene = crew.scene
        try await crew.invite(scene.bo)
        let like = LikeContest(contest: crew.id, likes: true)
        _ = try await scene.ask(like, as: scene.bo)
        _ = try await scene.ask(WishContest(contest: crew.id, wishes: true), as: scene.bo)
        _ = try await scene.ask(DeclineContest(contest: crew.id), as: scene.bo)
        // What the owner writes now is not for them.
        let change = ChangeContest(contest: crew.id, description: "A surprise for Bo")
        _ = try await scene.ask(change, as: scene.ana)
        let isSeen = visibility == .public
        let refusal = isSeen ? [] : ["challenges.contest_not_found"]
        #expect(await crew.refusal(of: GetContest(contest: crew.id), as: scene.bo) == refusal)
        #expect(await crew.refusal(of: ListLikes(contest: crew.id), as: scene.bo) == refusal)
        #expect(await crew.refusal(of: like, as: scene.bo) == refusal)
        let listed = isSeen ? [crew.id] : []
        for call in [ListContests(list: .all), ListContests(list: .all, q: "surprise")] {
            #expect(try await scene.contests(call, as: scene.bo) == listed)
        }
        let wishes = try await scene.ask(ListWishes(), as: scene.bo).items
        #expect(wishes.compactMap(\.contest?.id) == listed)
        let likes = try await scene.ask(ListMyLikes(), as: scene.bo).items
        #expect(likes.compactMap(\.contest?.id) == listed)
        #expect(likes.map(\.contestID) == [crew.id])
        // Also where an earlier release stored it.
        #expect(try await crew.state(of: scene.bo) == .declined)
    }

    @Test func `a user who declined a private contest can be invited again, by a user or a code`()
        async throws
    {
        let crew = try await Crew.form { $0.visibility = .private }
        let scene = crew.scene
        let decline = DeclineContest(contest: crew.id)
        let get = GetContest(contest: crew.id)
        let unseen = ["challenges.contest_not_found"]
        for _ in 1...2 {
            try await crew.invite(scene.bo)
            #expect(await crew.refusal(of: get, as: scene.bo) == [])
            _ = try await scene.ask(decline, as: scene.bo)
            #expect(await crew.refusal(of: get, as: scene.bo) == unseen)
            try await crew.open(as: scene.bo)
            #expect(await crew.refusal(of: get, as: scene.bo) == [])
            _ = try await scene.ask(decline, as: scene.bo)
            #expect(await crew.refusal(of: get, as: scene.bo) == unseen)
        }
        #expect(try await crew.told(.contestInvited).map(\.people) == [[scene.bo], [scene.bo]])
        try await crew.invite(scene.bo)
        try await crew.join(scene.bo)
        #expect(try await crew.state(of: scene.bo) == .joined)
    }

    @Test func `who left, was invited again and declines has left`() async throws {
        let crew = try await Crew.form { $0.visibility = .private }
        let scene = crew.scene
        try await crew.invite(scene.bo)
        try await crew.join(scene.bo)
        try await crew.leave(scene.bo)
        try await crew.invite(scene.bo)
        #expect(try await crew.state(of: scene.bo) == .invited)
        _ = try await scene.ask(DeclineContest(contest: crew.id), as: scene.bo)
        #expect(try await crew.state(of: scene.bo) == .left)
        #expect(try await crew.counts() == [1, 2])
    }

    @Test func `a user without an invitation has nothing to decline`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.join(scene.bo)
        for user in [scene.ana, scene.bo] {
            let refusal = await crew.refusal(of: DeclineContest(contest: crew.id), as: user)
            #expect(refusal == ["challenges.wrong_state"])
        }
        let refusal = await crew.refusal(of: DeclineContest(contest: crew.id), as: scene.cy)
        #expect(refusal == ["challenges.not_your_part"])
        #expect(try await crew.state(of: scene.bo) == .joined)
    }

    @Test func `an invitation lapses with the end of the contest`() async throws {
        let crew = try await Crew.form { $0.visibility = .private }
        let scene = crew.scene
        try await crew.invite(scene.bo, scene.cy)
        scene.clock.advance(by: Crew.duration - .tick)
        _ = try await scene.ask(DeclineContest(contest: crew.id), as: scene.cy)
        scene.clock.advance(by: .tick)
        let decline = DeclineContest(contest: crew.id)
        let refusal = await crew.refusal(of: decline, as: scene.bo)
        #expect(refusal == ["challenges.contest_not_found"])
        #expect(try await crew.state(of: scene.bo) == .lapsed)
        #expect(try await crew.state(of: scene.cy) == .declined)
        let expired = try await crew.settled(.contestInvited).filter { $0.outcome == .expired }
        #expect(expired.count == 1)
        #expect(expired.first?.kinds.contains(.joinRequested) == true)
    }

    @Test func `what one cannot see is not declined`() async throws {
        try await Crew.expectNotFound { DeclineContest(contest: $0.id) }
    }
}
