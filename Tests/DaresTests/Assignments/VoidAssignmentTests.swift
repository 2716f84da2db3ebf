import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import RPC
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests
@testable import Dares
@testable import Definitions

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

    /// 2.5-difficulty.
    @Test(arguments: [ChallengeKind.dare, .workout])
    func `a user rates what they completed until their last completion is voided`(
        kind: ChallengeKind
    ) async throws {
        let scene = Scene()
        let definition = try await scene.storeDefinition()
        let other = try await scene.storeDefinition()
        let rate = RateDefinition(definition: definition, stars: 4)
        let first = try await complete(definition, as: kind, by: scene.bo, in: scene)
        let second = try await complete(definition, as: kind, by: scene.bo, in: scene)
        // Neither another user's completion nor that of another definition is Bo's.
        _ = try await complete(definition, as: kind, by: scene.cy, in: scene)
        _ = try await complete(other, as: kind, by: scene.bo, in: scene)
        _ = try await scene.moderate(VoidAssignment(assignment: first, reason: "No."))
        #expect(await scene.fault(rate, as: scene.bo) == nil)
        _ = try await scene.moderate(VoidAssignment(assignment: second, reason: "No."))
        #expect(await scene.fault(rate, as: scene.bo) == ChallengesError.notCompleted.fault)
        #expect(await scene.fault(rate, as: scene.cy) == nil)
        let elsewhere = RateDefinition(definition: other, stars: 4)
        #expect(await scene.fault(elsewhere, as: scene.bo) == nil)
        #expect(try await scene.database.counts(of: [definition])[definition]?.ratings == 2)
        _ = try await complete(definition, as: kind, by: scene.bo, in: scene)
        #expect(await scene.fault(rate, as: scene.bo) == nil)
    }

    /// Ana challenges a user to what a definition says, and the user completes it.
    private func complete(
        _ definition: DefinitionID,
        as kind: ChallengeKind,
        by user: UserID,
        in scene: Scene
    ) async throws -> AssignmentID {
        let call = CreateChallenge(
            kind: kind,
            recipients: [user],
            deadline: scene.clock.now + .hours(1),
            definition: definition
        )
        let id = try await scene.ask(call, as: scene.ana).assignments[0].id
        if kind == .workout {
            _ = try await scene.ask(StartAssignment(assignment: id), as: user)
            _ = try await scene.ask(CompleteAssignment(assignment: id), as: user)
        } else {
            _ = try await scene.ask(AcceptAssignment(assignment: id), as: user)
            _ = try await scene.ask(SubmitAssignment(assignment: id), as: user)
            _ = try await scene.ask(ApproveSubmission(assignment: id), as: scene.ana)
        }
        return id
    }

    @Test func `a reason must be valid`() async throws {
        let scene = Scene()
        for (text, isAllowed) in Scene.reasons {
            let id = try await scene.make(.done)
            let call = VoidAssignment(assignment: id, reason: text)
            if isAllowed {
                #expect(try await scene.moderate(call).reason == text)
            } else {
                await #expect(throws: Scene.noReason) { try await scene.moderate(call) }
                #expect(try await scene.get(id).state == .done)
            }
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
