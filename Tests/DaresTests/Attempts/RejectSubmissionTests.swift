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
struct RejectSubmissionTests {
    @Test func `it ends for good, with a reason and without points`() async throws {
        let scene = Scene()
        let id = try await scene.make(.submitted)
        scene.clock.advance(by: .minutes(1))
        let call = RejectSubmission(assignment: id, reason: "Don't.")
        let rejected = try await scene.ask(call, as: scene.ana)
        #expect(rejected.state == .rejected)
        #expect(rejected.displayState == .closed)
        #expect(rejected.closedReason == "rejected")
        #expect(rejected.icon == .none)
        #expect(rejected.reason == "Don't.")
        #expect(rejected.attempts.map(\.outcome) == [.rejected])
        #expect(rejected.attempts.map(\.reason) == ["Don't."])
        #expect(rejected.attempts.map(\.decidedAt) == [scene.clock.now])
        #expect(rejected.closedAt == scene.clock.now)
        #expect(rejected.isVerified == nil)
        #expect(rejected.points == nil)
        #expect(rejected.actions == [.approve])
        #expect(try await scene.get(id).actions.isEmpty)
        #expect(try await scene.dueTimes().isEmpty)
        #expect(try await scene.emitted(AssignmentDone.self).isEmpty)
    }

    @Test func `a reason must be valid`() async throws {
        let scene = Scene()
        for (text, isAllowed) in Scene.reasons {
            let id = try await scene.make(.submitted)
            let call = RejectSubmission(assignment: id, reason: text)
            #expect(await scene.fault(call, as: scene.ana) == (isAllowed ? nil : Scene.noReason))
            #expect(try await scene.get(id).state == (isAllowed ? .rejected : .submitted))
        }
    }

    @Test func `a lost reply is repeated`() async throws {
        let scene = Scene()
        let id = try await scene.make(.submitted)
        let call = RejectSubmission(assignment: id, reason: "Don't.")
        try await scene.expectRepeatable(call, as: scene.ana) {
            _ = try await scene.ask(ApproveSubmission(assignment: id), as: scene.ana)
        }
        #expect(try await scene.get(id).state == .done)
    }
}
