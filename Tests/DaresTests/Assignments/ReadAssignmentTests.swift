import ChallengesAPI
import ChallengesTestKit
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares

@Suite(.freshDatabase(Challenges.migrations))
struct ReadAssignmentTests {
    @Test func `the first reading sets the time, and it still shows as unread`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        let sentAt = scene.clock.now
        scene.clock.advance(by: .minutes(1))
        let read = try await scene.ask(ReadAssignment(assignment: id), as: scene.bo)
        #expect(read.state == .sent)
        #expect(read.displayState == .unread)
        #expect(read.icon == .exclamation)
        #expect(read.readAt == sentAt + .minutes(1))
        #expect(read.actions == [.accept, .deny])
        #expect(read.version == 2)
        scene.clock.advance(by: .minutes(1))
        let again = try await scene.ask(ReadAssignment(assignment: id), as: scene.bo)
        #expect(again == read)
    }

    @Test func `reading an ended assignment changes nothing`() async throws {
        let scene = Scene()
        let id = try await scene.make(.withdrawn)
        let before = try await scene.get(id)
        #expect(try await scene.ask(ReadAssignment(assignment: id), as: scene.bo) == before)
        #expect(before.readAt == nil)
    }

    @Test func `only the recipient can read it`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        let fault = await scene.fault(ReadAssignment(assignment: id), as: scene.ana)
        #expect(fault?.code == "challenges.not_your_part")
        #expect(fault?.assignment == (try await scene.get(id, as: scene.ana)))
        let stranger = await scene.fault(ReadAssignment(assignment: id), as: scene.cy)
        #expect(stranger == ChallengesError.assignmentNotFound.fault)
    }

    @Test func `a stale version is refused with the current assignment`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        let before = try await scene.get(id)
        let call = ReadAssignment(assignment: id, ifVersion: before.version + 1)
        let fault = await scene.fault(call, as: scene.bo)
        #expect(fault?.code == "challenges.version_stale")
        #expect(fault?.kind == .stale)
        #expect(fault?.assignment == before)
        #expect(try await scene.get(id) == before)
    }

    @Test func `a lost reply is repeated`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        try await scene.expectRepeatable(ReadAssignment(assignment: id), as: scene.bo) {
            _ = try await scene.ask(AcceptAssignment(assignment: id), as: scene.bo)
        }
    }
}
