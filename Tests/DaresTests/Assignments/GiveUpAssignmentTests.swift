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
struct GiveUpAssignmentTests {
    @Test func `an accepted assignment is given up, without points`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted, deadline: scene.clock.now + .days(1))
        scene.clock.advance(by: .minutes(1))
        let abandoned = try await scene.ask(GiveUpAssignment(assignment: id), as: scene.bo)
        #expect(abandoned.state == .abandoned)
        #expect(abandoned.displayState == .closed)
        #expect(abandoned.closedReason == "abandoned")
        #expect(abandoned.icon == .none)
        #expect(abandoned.actions.isEmpty)
        #expect(abandoned.closedAt == scene.clock.now)
        #expect(abandoned.points == nil)
        #expect(abandoned.reason == nil)
        #expect(try await scene.dueTimes().isEmpty)
        #expect(try await scene.emitted(AssignmentDone.self).isEmpty)
    }

    @Test func `earlier attempts keep their verdicts`() async throws {
        let scene = Scene()
        let id = try await scene.make(.submitted)
        _ = try await scene.ask(TryAgain(assignment: id, reason: "Again."), as: scene.ana)
        let abandoned = try await scene.ask(GiveUpAssignment(assignment: id), as: scene.bo)
        #expect(abandoned.attempts.map(\.outcome) == [.tryAgain])
    }

    @Test func `a lost reply is repeated`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        let person = FakeIdentity.card(scene.ana, called: "ana", version: 2)
        try await scene.expectRepeatable(GiveUpAssignment(assignment: id), as: scene.bo) {
            try await scene.tell(of: person)
        }
    }
}
