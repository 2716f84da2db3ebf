import ChallengesAPI
import ChallengesTestKit
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares

@Suite(.freshDatabase(Challenges.migrations))
struct AcceptAssignmentTests {
    @Test func `a sent assignment is accepted`() async throws {
        let scene = Scene(rules: Rules(dares: DareRules(noticeBefore: [])))
        let deadline = scene.clock.now + .days(30)
        let id = try await scene.send(deadline: deadline)
        scene.clock.advance(by: .minutes(1))
        let accepted = try await scene.ask(AcceptAssignment(assignment: id), as: scene.bo)
        #expect(accepted.state == .accepted)
        #expect(accepted.displayState == .accepted)
        #expect(accepted.icon == .check)
        #expect(accepted.actions == [.submit, .giveUp])
        #expect(accepted.readAt == scene.clock.now)
        #expect(accepted.answeredAt == scene.clock.now)
        #expect(accepted.closedAt == nil)
        #expect(accepted.version == 2)
        #expect(try await scene.get(id, as: scene.ana).actions == [.excuse])
        // Its timer was set for 14 days without an answer; now it is set for the deadline.
        #expect(try await scene.dueTimes() == [deadline])
    }

    @Test func `an earlier reading time is kept`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        let read = try await scene.ask(ReadAssignment(assignment: id), as: scene.bo)
        scene.clock.advance(by: .minutes(1))
        let accepted = try await scene.ask(AcceptAssignment(assignment: id), as: scene.bo)
        #expect(accepted.readAt == read.readAt)
        #expect(accepted.answeredAt == scene.clock.now)
    }

    @Test(arguments: [true, false])
    func `it can be accepted before its deadline, or for 14 days`(
        hasDeadline: Bool
    ) async throws {
        let scene = Scene()
        let time = hasDeadline ? Duration.hours(1) : .days(14)
        let deadline = hasDeadline ? scene.clock.now + time : nil
        let early = try await scene.send(deadline: deadline)
        let late = try await scene.send(deadline: deadline)
        scene.clock.advance(by: time - .tick)
        let accepted = try await scene.ask(AcceptAssignment(assignment: early), as: scene.bo)
        #expect(accepted.state == .accepted)
        scene.clock.advance(by: .tick)
        let before = try await scene.get(late)
        let fault = await scene.fault(AcceptAssignment(assignment: late), as: scene.bo)
        #expect(fault?.code == "challenges.deadline_passed")
        #expect(fault?.kind == .conflict)
        #expect(fault?.assignment == before)
        #expect(try await scene.get(late) == before)
    }

    @Test func `a lost reply is repeated`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        try await scene.expectRepeatable(AcceptAssignment(assignment: id), as: scene.bo) {
            _ = try await scene.ask(GiveUpAssignment(assignment: id), as: scene.bo)
        }
        let repeated = await scene.fault(AcceptAssignment(assignment: id), as: scene.bo)
        #expect(repeated?.code == "challenges.wrong_state")
        #expect(repeated?.assignment?.state == .abandoned)
    }
}
