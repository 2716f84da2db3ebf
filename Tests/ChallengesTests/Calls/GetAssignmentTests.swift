import ChallengesAPI
import Identifiers
import IdentityAPI
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

@Suite(.freshDatabase(Challenges.migrations))
struct GetAssignmentTests {
    @Test func `both see the same one, each with words and actions of their own`() async throws {
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

    @Test func `looking at it changes nothing`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        let first = try await scene.get(id)
        scene.clock.advance(by: .minutes(1))
        #expect(try await scene.get(id) == first)
        #expect(first.readAt == nil)
    }

    @Test func `what may be done is told for the moment of asking`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted, deadline: scene.clock.now + .hours(1))
        scene.clock.advance(by: .hours(1) - .tick)
        #expect(try await scene.get(id).actions == [.submit, .giveUp])
        scene.clock.advance(by: .tick)
        #expect(try await scene.get(id).actions == [.giveUp])
    }

    @Test func `an assignment is seen by its two people only`() async throws {
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

    @Test func `nobody sees it without signing in`() async throws {
        let scene = Scene()
        let call = GetAssignment(assignment: try await scene.send())
        await #expect(throws: WireError.signInNeeded.fault) {
            try await scene.board.call(call, in: CallContext())
        }
    }
}
