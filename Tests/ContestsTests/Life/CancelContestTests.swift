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

/// Taking a contest back (2.3-states).
@Suite(.freshDatabase(Challenges.migrations))
struct CancelContestTests {
    @Test func `those in it are told, invitations are taken back, and it has no result`()
        async throws
    {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo)
        let invite = InviteToContest(contest: made.id, invitees: [scene.cy])
        _ = try await scene.ask(invite, as: scene.ana)
        scene.clock.advance(by: .hours(1))
        let call = CancelContest(contest: made.id)
        let cancelled = try await scene.ask(call, as: scene.ana)
        #expect(cancelled.state == .cancelled)
        #expect(cancelled.version == made.version + 1)
        #expect(try await scene.names(toldOf: .contestCancelled) == ["Bo"])
        let told = try #require(try await scene.told(.contestCancelled).first)
        #expect(told.actor == scene.ana)
        #expect(told.cause == "\(made.id)")
        let settled = try await scene.settled()
        for kind in ["contestInvited", "joinRequested", "contestEnding", "contestShared"] {
            #expect(settled.contains("\(kind) gone"))
        }
        #expect(try await scene.headlines(of: made.id) == [.active, .cancelled])
        #expect(try await scene.dueTimes().isEmpty)
        // They see what became of it.
        for user in [scene.bo, scene.cy] {
            #expect(try await scene.contest(made.id, as: user).state == .cancelled)
        }
        let joining = await scene.fault(JoinContest(contest: made.id), as: scene.cy)
        #expect(joining?.kind == .conflict)
        // Cancelling it again changes nothing.
        #expect(try await scene.ask(call, as: scene.ana) == cancelled)
        #expect(try await scene.told(.contestCancelled).count == 1)
    }

    @Test func `those who ask to join are told, and those who left or declined are not`()
        async throws
    {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo, scene.cy) { $0.needsApproval = true }
        let admit = AdmitParticipant(contest: made.id, user: scene.bo)
        _ = try await scene.ask(admit, as: scene.ana)
        let guest = UserID()
        let invite = InviteToContest(contest: made.id, invitees: [guest])
        _ = try await scene.ask(invite, as: scene.ana)
        _ = try await scene.ask(DeclineContest(contest: made.id), as: guest)
        _ = try await scene.ask(CancelContest(contest: made.id), as: scene.ana)
        #expect(try await scene.names(toldOf: .contestCancelled) == ["Bo", "Cy"])
        // A repetition tells nobody.
        _ = try await scene.ask(CancelContest(contest: made.id), as: scene.ana)
        #expect(try await scene.told(.contestCancelled).count == 1)
    }

    @Test func `what is scheduled is cancelled too`() async throws {
        let scene = Scene()
        let start = scene.clock.now + .days(1)
        let id = try await scene.compete { $0.startsAt = start }.id
        let cancelled = try await scene.ask(CancelContest(contest: id), as: scene.ana)
        #expect(cancelled.state == .cancelled)
        scene.clock.advance(by: .days(30))
        #expect(try await scene.fireDue() == 0)
        #expect(try await scene.contest(id).state == .cancelled)
    }

    @Test func `a draft, and what has ended, is not cancelled`() async throws {
        let scene = Scene()
        let end = scene.clock.now + .hours(1)
        let draft = try await scene.compete { $0.draft = true }
        let settling = try await scene.compete { $0.endsAt = end }
        scene.clock.advance(by: .hours(1))
        for (contest, state) in [(draft, Contest.State.draft), (settling, .settling)] {
            let fault = await scene.fault(CancelContest(contest: contest.id), as: scene.ana)
            #expect(fault?.code == "challenges.wrong_state")
            #expect(fault?.contest?.state == state)
        }
        scene.clock.advance(by: .hours(24))
        let fault = await scene.fault(CancelContest(contest: settling.id), as: scene.ana)
        #expect(fault?.contest?.state == .completed)
    }

    @Test func `it is its owner's to cancel, and a version that is no more is refused`()
        async throws
    {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo)
        let refusal = await scene.fault(CancelContest(contest: made.id), as: scene.bo)
        #expect(refusal == ChallengesError.notYourPart.fault)
        let stale = CancelContest(contest: made.id, ifVersion: made.version - 1)
        let fault = await scene.fault(stale, as: scene.ana)
        #expect(fault?.code == "challenges.version_stale")
        #expect(fault?.contest == made)
        #expect(try await scene.headlines(of: made.id) == [.active])
    }

    @Test func `a stranger to a private one learns nothing of it`() async throws {
        let scene = Scene()
        let id = try await scene.compete().id
        for call in Scene.moves(of: id, to: scene.cy) {
            let fault = await scene.fault(call, as: scene.bo)
            #expect(fault == ChallengesError.contestNotFound.fault)
        }
        let delete = await scene.fault(DeleteContest(contest: id), as: scene.bo)
        #expect(delete == ChallengesError.contestNotFound.fault)
    }

    @Test func `a repeated key gets the same answer`() async throws {
        let scene = Scene()
        let call = CancelContest(contest: try await scene.compete(with: scene.bo).id)
        let cancelled = try await scene.ask(call, as: scene.ana, key: "k")
        #expect(try await scene.ask(call, as: scene.ana, key: "k") == cancelled)
        #expect(try await scene.told(.contestCancelled).count == 1)
    }
}
