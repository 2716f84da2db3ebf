import ChallengesAPI
import ChallengesTestKit
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares

@Suite(.freshDatabase(Challenges.migrations))
struct RetractSubmissionTests {
    @Test func `a retracted submission stays as a used attempt`() async throws {
        let scene = Scene(rules: Rules(dares: DareRules(noticeBefore: [])))
        let deadline = scene.clock.now + .days(30)
        let id = try await scene.make(.submitted, deadline: deadline)
        scene.clock.advance(by: .minutes(1))
        let accepted = try await scene.ask(RetractSubmission(assignment: id), as: scene.bo)
        #expect(accepted.state == .accepted)
        #expect(accepted.attempts.map(\.outcome) == [.retracted])
        #expect(accepted.attempts.map(\.decidedAt) == [scene.clock.now])
        #expect(accepted.attempts.map(\.note) == ["Done."])
        #expect(accepted.attemptsLeft == 4)
        #expect(accepted.actions == [.submit, .giveUp])
        #expect(accepted.closedAt == nil)
        // The sender's silence no longer counts, and the deadline does again.
        #expect(try await scene.dueTimes() == [deadline])
    }

    @Test func `it can be retracted before the deadline, not at it`() async throws {
        let scene = Scene()
        let deadline = scene.clock.now + .hours(1)
        let early = try await scene.make(.submitted, deadline: deadline)
        let late = try await scene.make(.submitted, deadline: deadline)
        scene.clock.advance(by: .hours(1) - .tick)
        let retracted = try await scene.ask(RetractSubmission(assignment: early), as: scene.bo)
        #expect(retracted.state == .accepted)
        scene.clock.advance(by: .tick)
        let before = try await scene.get(late)
        #expect(before.actions.isEmpty)
        let fault = await scene.fault(RetractSubmission(assignment: late), as: scene.bo)
        #expect(fault?.code == "challenges.deadline_passed")
        #expect(fault?.kind == .conflict)
        #expect(fault?.assignment == before)
        #expect(try await scene.get(late) == before)
    }

    @Test func `a lost reply is repeated, and retracts once`() async throws {
        let scene = Scene()
        let id = try await scene.make(.submitted)
        try await scene.expectRepeatable(RetractSubmission(assignment: id), as: scene.bo) {
            _ = try await scene.ask(SubmitAssignment(assignment: id), as: scene.bo)
        }
        #expect(try await scene.get(id).attempts.map(\.outcome) == [.retracted, .waiting])
    }
}
