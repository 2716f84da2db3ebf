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
struct ExcuseAssignmentTests {
    @Test(arguments: ["Ill.", nil])
    func `an excused assignment becomes void`(reason: String?) async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted, deadline: scene.clock.now + .days(1))
        scene.clock.advance(by: .minutes(1))
        let call = ExcuseAssignment(assignment: id, reason: reason)
        let excused = try await scene.ask(call, as: scene.ana)
        #expect(excused.state == .void)
        #expect(excused.displayState == .closed)
        #expect(excused.closedReason == "void")
        #expect(excused.icon == .none)
        #expect(excused.reason == reason)
        #expect(excused.actions.isEmpty)
        #expect(excused.closedAt == scene.clock.now)
        #expect(excused.points == nil)
        #expect(try await scene.get(id).reason == reason)
        #expect(try await scene.dueTimes().isEmpty)
        #expect(try await scene.emitted(AssignmentDone.self).isEmpty)
        #expect(try await scene.emitted(AssignmentVoided.self).isEmpty)
    }

    @Test func `a reason must be valid`() async throws {
        let scene = Scene()
        for (text, isAllowed) in Scene.reasons {
            let id = try await scene.make(.accepted)
            let call = ExcuseAssignment(assignment: id, reason: text)
            #expect(await scene.fault(call, as: scene.ana) == (isAllowed ? nil : Scene.noReason))
            #expect(try await scene.get(id).state == (isAllowed ? .void : .accepted))
        }
    }

    @Test func `a lost reply is repeated`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        try await scene.expectRepeatable(ExcuseAssignment(assignment: id), as: scene.ana) {
            try await scene.tell(of: FakeIdentity.card(scene.bo, called: "bo", version: 2))
        }
    }
}
