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
struct ApproveSubmissionTests {
    @Test func `from sending to points, as both sides see it`() async throws {
        let scene = Scene()
        let id = try await scene.send(deadline: scene.clock.now + .days(3))
        #expect(try await scene.get(id, as: scene.ana).displayState == .pending)
        #expect(try await scene.get(id, as: scene.ana).icon == .hourglass)
        _ = try await scene.ask(AcceptAssignment(assignment: id), as: scene.bo)
        let call = SubmitAssignment(assignment: id, note: "Look!")
        _ = try await scene.ask(call, as: scene.bo)
        #expect(try await scene.get(id, as: scene.ana).displayState == .accepted)
        scene.clock.advance(by: .minutes(1))
        let done = try await scene.ask(ApproveSubmission(assignment: id), as: scene.ana)
        #expect(done.state == .done)
        #expect(done.displayState == .done)
        #expect(done.icon == .none)
        #expect(done.actions.isEmpty)
        #expect(done.isVerified == true)
        #expect(done.points == 10)
        #expect(done.closedAt == scene.clock.now)
        #expect(done.attempts.map(\.outcome) == [.approved])
        #expect(done.attempts[0].decidedAt == scene.clock.now)
        #expect(try await scene.get(id, as: scene.bo).points == 100)
        #expect(try await scene.dueTimes().isEmpty)
        let events = try await scene.emitted(AssignmentDone.self)
        #expect(events.count == 1)
        #expect(events.first?.assignment == id)
        #expect(events.first?.completer == scene.bo)
        #expect(events.first?.sender == scene.ana)
        #expect(events.first?.at == scene.clock.now)
        #expect(events.first?.isVerified == true)
    }

    @Test func `the operator sets the points`() async throws {
        let scene = Scene(rules: Rules(dares: DareRules(completedPoints: 7, sentPoints: 3)))
        let id = try await scene.make(.done)
        #expect(try await scene.get(id, as: scene.bo).points == 7)
        #expect(try await scene.get(id, as: scene.ana).points == 3)
    }

    @Test func `the deadline does not bind the sender`() async throws {
        let scene = Scene()
        let id = try await scene.make(.submitted, deadline: scene.clock.now + .hours(1))
        scene.clock.advance(by: .hours(2))
        let done = try await scene.ask(ApproveSubmission(assignment: id), as: scene.ana)
        #expect(done.state == .done)
    }

    @Test func `a rejection can be changed for 7 days, and then pays`() async throws {
        let scene = Scene()
        let early = try await scene.make(.rejected)
        let late = try await scene.make(.rejected)
        #expect(try await scene.emitted(AssignmentDone.self).isEmpty)
        scene.clock.advance(by: .days(7) - .tick)
        let done = try await scene.ask(ApproveSubmission(assignment: early), as: scene.ana)
        #expect(done.state == .done)
        #expect(done.reason == nil)
        #expect(done.attempts.map(\.outcome) == [.approved])
        #expect(done.attempts.map(\.reason) == [nil])
        scene.clock.advance(by: .tick)
        let before = try await scene.get(late, as: scene.ana)
        #expect(before.actions.isEmpty)
        let fault = await scene.fault(ApproveSubmission(assignment: late), as: scene.ana)
        #expect(fault?.code == "challenges.too_late")
        #expect(fault?.kind == .conflict)
        #expect(fault?.assignment == before)
        #expect(try await scene.emitted(AssignmentDone.self).map(\.assignment) == [early])
    }

    @Test func `a lost reply is repeated, and pays once`() async throws {
        let scene = Scene()
        let id = try await scene.make(.submitted)
        let call = ApproveSubmission(assignment: id)
        try await scene.expectRepeatable(call, as: scene.ana) {
            try await scene.tell(of: FakeIdentity.card(scene.bo, called: "bo", version: 2))
        }
        #expect(try await scene.emitted(AssignmentDone.self).map(\.assignment) == [id])
        let repeated = await scene.fault(call, as: scene.ana)
        #expect(repeated?.code == "challenges.wrong_state")
        #expect(repeated?.assignment?.state == .done)
        #expect(try await scene.emitted(AssignmentDone.self).count == 1)
    }
}
