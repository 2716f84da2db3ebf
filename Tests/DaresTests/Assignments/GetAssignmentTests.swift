import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares

@Suite(.freshDatabase(Challenges.migrations))
struct GetAssignmentTests {
    @Test func `each side sees the assignment with its own labels and actions`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        let sent = try await scene.get(id, as: scene.ana)
        let received = try await scene.get(id, as: scene.bo)
        #expect(sent.displayState == .pending)
        #expect(sent.icon == .hourglass)
        #expect(sent.actions == [.withdraw])
        #expect(received.displayState == .unread)
        #expect(received.icon == .exclamation)
        #expect(received.actions == [.read, .accept, .deny])
        for seen in [sent, received] {
            #expect(seen.id == id)
            #expect(seen.challenge.name == "10 push-ups")
            #expect(seen.challenge.author == FakeIdentity.card(scene.ana).person)
            #expect(seen.sender == FakeIdentity.card(scene.ana).person)
            #expect(seen.recipient == FakeIdentity.card(scene.bo).person)
            #expect(seen.state == .sent)
            #expect(seen.sentAt == scene.clock.now)
            #expect(seen.attemptsLeft == 5)
            #expect(seen.version == 1)
        }
    }

    @Test func `getting it changes nothing`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        let first = try await scene.get(id)
        scene.clock.advance(by: .minutes(1))
        #expect(try await scene.get(id) == first)
        #expect(first.readAt == nil)
    }

    @Test func `actions are those of the moment of the call`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted, deadline: scene.clock.now + .hours(1))
        scene.clock.advance(by: .hours(1) - .tick)
        #expect(try await scene.get(id).actions == [.submit, .giveUp])
        scene.clock.advance(by: .tick)
        #expect(try await scene.get(id).actions.isEmpty)
    }

    @Test func `only sender and recipient can see an assignment`() async throws {
        let scene = Scene()
        let call = CreateChallenge(name: "Dance", recipients: [scene.bo, scene.cy])
        let made = try await scene.ask(call, as: scene.ana)
        let theirs = made.assignments[0].id
        let missing = ChallengesError.assignmentNotFound.fault
        #expect(await scene.fault(GetAssignment(assignment: theirs), as: scene.cy) == missing)
        let nowhere = GetAssignment(assignment: AssignmentID())
        #expect(await scene.fault(nowhere, as: scene.ana) == missing)
        #expect(try await scene.get(theirs, as: scene.ana).actions == [.withdraw])
    }

    @Test func `it cannot be seen without signing in`() async throws {
        let scene = Scene()
        let call = GetAssignment(assignment: try await scene.send())
        await #expect(throws: WireError.signInNeeded.fault) {
            try await scene.board.call(call, in: CallContext())
        }
    }
}
