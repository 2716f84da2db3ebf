import ChallengesAPI
import ChallengesTestKit
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares

@Suite(.freshDatabase(Challenges.migrations))
struct WithdrawAssignmentTests {
    @Test(arguments: [false, true])
    func `an unanswered assignment can be withdrawn, read or not`(isRead: Bool) async throws {
        let scene = Scene()
        let id = try await scene.send()
        if isRead { _ = try await scene.ask(ReadAssignment(assignment: id), as: scene.bo) }
        scene.clock.advance(by: .minutes(1))
        let withdrawn = try await scene.ask(WithdrawAssignment(assignment: id), as: scene.ana)
        #expect(withdrawn.state == .withdrawn)
        #expect(withdrawn.displayState == .closed)
        #expect(withdrawn.closedReason == "withdrawn")
        #expect(withdrawn.icon == .none)
        #expect(withdrawn.actions.isEmpty)
        #expect(withdrawn.closedAt == scene.clock.now)
        #expect(withdrawn.answeredAt == nil)
        #expect((withdrawn.readAt != nil) == isRead)
        #expect(try await scene.get(id).displayState == .closed)
        #expect(try await scene.dueTimes().isEmpty)
        #expect(try await scene.emitted(AssignmentDone.self).isEmpty)
    }

    @Test func `work in progress is protected`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        let before = try await scene.get(id, as: scene.ana)
        let fault = await scene.fault(WithdrawAssignment(assignment: id), as: scene.ana)
        #expect(fault?.code == "challenges.wrong_state")
        #expect(fault?.kind == .conflict)
        #expect(fault?.assignment == before)
        #expect(before.actions == [.excuse])
    }

    @Test func `the other recipients keep theirs`() async throws {
        let scene = Scene()
        let call = CreateChallenge(name: "Dance", recipients: [scene.bo, scene.cy])
        let sent = try await scene.ask(call, as: scene.ana).assignments
        _ = try await scene.ask(WithdrawAssignment(assignment: sent[0].id), as: scene.ana)
        #expect(try await scene.get(sent[1].id, as: scene.cy).state == .sent)
    }

    @Test func `a lost reply is repeated`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        try await scene.expectRepeatable(WithdrawAssignment(assignment: id), as: scene.ana) {
            try await scene.tell(of: FakeIdentity.card(scene.bo, called: "bo", version: 2))
        }
    }
}
