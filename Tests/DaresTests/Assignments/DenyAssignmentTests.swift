import ChallengesAPI
import ChallengesTestKit
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

@Suite(.freshDatabase(Challenges.migrations))
struct DenyAssignmentTests {
    @Test(arguments: ["Busy.", nil])
    func `denying ends it, with or without a reason`(reason: String?) async throws {
        let scene = Scene()
        let id = try await scene.send()
        scene.clock.advance(by: .minutes(1))
        let call = DenyAssignment(assignment: id, reason: reason)
        let denied = try await scene.ask(call, as: scene.bo)
        #expect(denied.state == .denied)
        #expect(denied.displayState == .denied)
        #expect(denied.icon == .cross)
        #expect(denied.closedReason == nil)
        #expect(denied.reason == reason)
        #expect(denied.actions.isEmpty)
        #expect(denied.readAt == scene.clock.now)
        #expect(denied.answeredAt == scene.clock.now)
        #expect(denied.closedAt == scene.clock.now)
        #expect(try await scene.get(id, as: scene.ana).displayState == .denied)
        #expect(try await scene.dueTimes().isEmpty)
        #expect(try await scene.emitted(AssignmentDone.self).isEmpty)
    }

    @Test func `a reason must be valid`() async throws {
        let scene = Scene()
        for (text, isAllowed) in Scene.reasons {
            let id = try await scene.send()
            let call = DenyAssignment(assignment: id, reason: text)
            #expect(await scene.fault(call, as: scene.bo) == (isAllowed ? nil : Scene.noReason))
            #expect(try await scene.get(id).state == (isAllowed ? .denied : .sent))
        }
    }

    @Test func `it can be denied until the deadline, however late the timer is`() async throws {
        let scene = Scene()
        let ids = [
            try await scene.send(deadline: scene.clock.now + .hours(1)),
            try await scene.send(deadline: scene.clock.now + .hours(1)),
        ]
        scene.clock.advance(by: .hours(1) - .tick)
        let denied = try await scene.ask(DenyAssignment(assignment: ids[0]), as: scene.bo)
        #expect(denied.state == .denied)
        scene.clock.advance(by: .tick)
        let late = await scene.fault(DenyAssignment(assignment: ids[1]), as: scene.bo)
        #expect(late?.code == "challenges.wrong_state")
    }

    @Test func `a lost reply is repeated`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        let call = DenyAssignment(assignment: id, reason: "Busy.")
        let person = FakeIdentity.card(scene.ana, called: "ana", version: 2)
        try await scene.expectRepeatable(call, as: scene.bo) { try await scene.tell(of: person) }
        var other = call
        other.reason = "Ill."
        #expect(
            await scene.fault(other, as: scene.bo, key: "k") == WireError.keyReused.fault
        )
    }
}
