import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Dares
@testable import Definitions

/// Who is removed from a contest by its owner (2.11-leave).
@Suite(.freshDatabase(Challenges.migrations))
struct RemoveParticipantTests {
    @Test func `who is in it is removed once, and is in no ranking`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.join(scene.bo)
        try await crew.log(4, by: scene.bo)
        scene.clock.advance(by: .hours(1))
        let remove = RemoveParticipant(contest: crew.id, user: scene.bo)
        let removed = try await scene.ask(remove, as: scene.ana)
        #expect(removed.state == .removed)
        #expect(try await crew.counts() == [1, 2])
        let row = try #require(try await crew.row(of: scene.bo))
        #expect(row.endedAt == scene.clock.now)
        let last = try #require(try await crew.scores(of: scene.bo).last)
        #expect(last.state == .removed)
        #expect(last.version == row.version)
        let events = try await crew.eventCount()
        scene.clock.advance(by: .hours(1))
        #expect(try await scene.ask(remove, as: scene.ana) == removed)
        #expect(try await crew.row(of: scene.bo) == row)
        #expect(try await crew.eventCount() == events)
        #expect(try await crew.counts() == [1, 2])
    }

    @Test func `who left is barred from coming back`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.join(scene.bo)
        try await crew.leave(scene.bo)
        try await crew.remove(scene.bo)
        #expect(try await crew.counts() == [1, 2])
        let refusal = await crew.refusal(of: JoinContest(contest: crew.id), as: scene.bo)
        #expect(refusal == ["challenges.contest_not_found"])
    }

    @Test func `an invitation is taken back, which is no bar to another one`() async throws {
        let crew = try await Crew.form { $0.visibility = .private }
        let scene = crew.scene
        try await crew.invite(scene.bo)
        let remove = RemoveParticipant(contest: crew.id, user: scene.bo)
        #expect(try await scene.ask(remove, as: scene.ana).state == .lapsed)
        let settled = try await crew.settled(.contestInvited)
        #expect(settled.map(\.people) == [[scene.bo]])
        #expect(settled.map(\.outcome) == [.gone])
        let unseen = ["challenges.contest_not_found"]
        #expect(await crew.refusal(of: JoinContest(contest: crew.id), as: scene.bo) == unseen)
        // Again changes nothing.
        #expect(try await scene.ask(remove, as: scene.ana).state == .lapsed)
        #expect(try await crew.settled(.contestInvited).count == 1)
        scene.clock.advance(by: .hours(1))
        try await crew.invite(scene.bo)
        try await crew.join(scene.bo)
        #expect(try await crew.state(of: scene.bo) == .joined)
        #expect(try await crew.counts() == [2, 2])
    }

    @Test func `who is removed while it settles is told to scoring, and nobody afterwards`()
        async throws
    {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.join(scene.bo, scene.cy)
        try await crew.pass(Crew.duration)
        try await crew.remove(scene.bo)
        #expect(try await crew.scores(of: scene.bo).last?.state == .removed)
        try await crew.pass(Crew.settling)
        let call = RemoveParticipant(contest: crew.id, user: scene.cy)
        #expect(await crew.refusal(of: call, as: scene.ana) == ["challenges.contest_over"])
        #expect(try await crew.state(of: scene.cy) == .joined)
    }

    @Test func `who is neither in it nor invited is not removed, nor is the owner`()
        async throws
    {
        let crew = try await Crew.form { $0.needsApproval = true }
        let scene = crew.scene
        try await crew.join(scene.bo)
        try await crew.invite(scene.cy)
        _ = try await scene.ask(DeclineContest(contest: crew.id), as: scene.cy)
        for user in [scene.ana, scene.bo, scene.cy] {
            let call = RemoveParticipant(contest: crew.id, user: user)
            #expect(await crew.refusal(of: call, as: scene.ana) == ["challenges.wrong_state"])
        }
        let call = RemoveParticipant(contest: crew.id, user: UserID())
        let unknown = ["challenges.participant_not_found"]
        #expect(await crew.refusal(of: call, as: scene.ana) == unknown)
        #expect(try await crew.counts() == [1, 1])
    }

    @Test func `only the owner removes people`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.join(scene.bo, scene.cy)
        let call = RemoveParticipant(contest: crew.id, user: scene.bo)
        for user in [scene.bo, scene.cy, UserID()] {
            #expect(await crew.refusal(of: call, as: user) == ["challenges.not_your_part"])
        }
        #expect(try await crew.state(of: scene.bo) == .joined)
        // A new owner does, and the one before does not.
        let hand = HandOverContest(contest: crew.id, to: scene.cy)
        _ = try await scene.ask(hand, as: scene.ana)
        #expect(await crew.refusal(of: call, as: scene.ana) == ["challenges.not_your_part"])
        #expect(await crew.refusal(of: call, as: scene.cy) == [])
        try await Crew.expectNotFound { crew in
            RemoveParticipant(contest: crew.id, user: crew.scene.cy)
        }
    }
}
