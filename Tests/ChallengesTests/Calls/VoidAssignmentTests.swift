import ChallengesAPI
import Identifiers
import IdentityAPI
import RPC
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

@Suite(.freshDatabase(Challenges.migrations))
struct VoidAssignmentTests {
    @Test func `a moderator voids a done assignment, and the points are taken back`() async throws {
        let scene = Scene()
        let id = try await scene.make(.done)
        let call = VoidAssignment(assignment: id, reason: "A stock photo.")
        let void = try await scene.moderate(call)
        #expect(void.state == .void)
        #expect(void.reason == "A stock photo.")
        #expect(void.actions.isEmpty)
        #expect(void.points == nil)
        #expect(void.isVerified == nil)
        #expect(try await scene.get(id).closedReason == "void")
        let events = try await scene.emitted(AssignmentVoided.self)
        #expect(events.map(\.assignment) == [id])
        await #expect(throws: Fault.self) { try await scene.moderate(call) }
        #expect(try await scene.emitted(AssignmentVoided.self).count == 1)
    }

    @Test(arguments: Scene.reasons)
    func `a reason must be valid`(text: String, isAllowed: Bool) async throws {
        let scene = Scene()
        let id = try await scene.make(.done)
        let call = VoidAssignment(assignment: id, reason: text)
        if isAllowed {
            #expect(try await scene.moderate(call).reason == text)
        } else {
            await #expect(throws: Scene.noReason) { try await scene.moderate(call) }
            #expect(try await scene.get(id).state == .done)
        }
    }

    @Test func `voiding an unknown assignment is refused`() async throws {
        let scene = Scene()
        let call = VoidAssignment(assignment: AssignmentID(), reason: "No.")
        await #expect(throws: ChallengesError.assignmentNotFound.fault) {
            try await scene.moderate(call)
        }
    }

    @Test func `a moderator who is sender or recipient sees it as such`() async throws {
        let scene = Scene()
        let id = try await scene.make(.done)
        let void = try await scene.board.call(
            VoidAssignment(assignment: id, reason: "No."),
            in: CallContext(user: scene.bo, isModerator: true)
        )
        #expect(void == (try await scene.get(id, as: scene.bo)))
    }

    @Test func `a lost reply is repeated, and the points are taken back once`() async throws {
        let scene = Scene()
        let id = try await scene.make(.done)
        let call = VoidAssignment(assignment: id, reason: "A stock photo.")
        let first = try await scene.moderate(call, key: "k")
        try await scene.tell(of: FakeIdentity.card(scene.bo, called: "bo", version: 2))
        #expect(try await scene.moderate(call, key: "k") == first)
        #expect(try await scene.emitted(AssignmentVoided.self).count == 1)
    }

    @Test func `only a moderator may`() async throws {
        let scene = Scene()
        let id = try await scene.make(.done)
        let call = VoidAssignment(assignment: id, reason: "No.")
        #expect(await scene.fault(call, as: scene.ana) == WireError.forbidden.fault)
        #expect(try await scene.get(id).state == .done)
    }
}
