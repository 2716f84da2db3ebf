import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// Who is not let in by the owner of a contest (2.3-participants).
@Suite(.freshDatabase(Challenges.migrations))
struct RefuseParticipantTests {
    @Test func `who asks is refused silently, and may ask again`() async throws {
        let crew = try await Crew.form { $0.needsApproval = true }
        let scene = crew.scene
        try await crew.join(scene.bo, scene.cy)
        let request = try #require(try await crew.told(.joinRequested).first)
        let refuse = RefuseParticipant(contest: crew.id, user: scene.bo)
        let refused = try await scene.ask(refuse, as: scene.ana)
        #expect(refused.state == .refused)
        #expect(try await crew.counts() == [1, 1])
        let settled = try await crew.settled(.joinRequested)
        #expect(settled.map(\.outcome) == [.acted])
        #expect(settled.map(\.cause) == [request.cause])
        #expect(try await crew.told(.admitted).isEmpty)
        let events = try await crew.eventCount()
        #expect(try await scene.ask(refuse, as: scene.ana) == refused)
        #expect(try await crew.eventCount() == events)
        scene.clock.advance(by: .hours(1))
        try await crew.join(scene.bo)
        #expect(try await crew.state(of: scene.bo) == .requested)
        #expect(try await crew.told(.joinRequested).count == 3)
    }

    @Test func `a refused requester by a code no longer sees a private contest`()
        async throws
    {
        let crew = try await Crew.form {
            $0.visibility = .private
            $0.needsApproval = true
        }
        let scene = crew.scene
        try await crew.open(as: scene.bo)
        try await crew.join(scene.bo)
        let refuse = RefuseParticipant(contest: crew.id, user: scene.bo)
        _ = try await scene.ask(refuse, as: scene.ana)
        let unseen = ["challenges.contest_not_found"]
        #expect(await crew.refusal(of: GetContest(contest: crew.id), as: scene.bo) == unseen)
        #expect(await crew.refusal(of: JoinContest(contest: crew.id), as: scene.bo) == unseen)
    }

    @Test func `who does not ask is not refused, and only the owner refuses`() async throws {
        let crew = try await Crew.form { $0.needsApproval = true }
        let scene = crew.scene
        try await crew.invite(scene.cy)
        try await crew.join(scene.bo, scene.cy)
        for (user, code) in [(scene.cy, "wrong_state"), (UserID(), "participant_not_found")] {
            let call = RefuseParticipant(contest: crew.id, user: user)
            #expect(await crew.refusal(of: call, as: scene.ana) == ["challenges.\(code)"])
        }
        let call = RefuseParticipant(contest: crew.id, user: scene.bo)
        for user in [scene.bo, scene.cy] {
            #expect(await crew.refusal(of: call, as: user) == ["challenges.not_your_part"])
        }
        #expect(try await crew.state(of: scene.bo) == .requested)
        try await Crew.expectNotFound { crew in
            RefuseParticipant(contest: crew.id, user: crew.scene.cy)
        }
    }
}
