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
struct VoidBetweenTests {
    @Test func `what is open between two people becomes void, and nothing else`() async throws {
        let scene = Scene()
        var ids: [Dare.State: AssignmentID] = [:]
        for state in Dare.State.allCases where state != .expired {
            ids[state] = try await scene.make(state)
        }
        let toCy = try await scene.send(to: scene.cy)
        let back = CreateChallenge(name: "You too", recipients: [scene.ana])
        let fromBo = try await scene.ask(back, as: scene.bo).assignments[0].id

        let reply = try await scene.tell(VoidBetween(one: scene.bo, other: scene.ana))
        #expect(reply.voided == 4)
        for (state, id) in ids {
            let expected = state.isOpen ? "void" : state.rawValue
            #expect(try await scene.get(id).state.rawValue == expected)
        }
        #expect(try await scene.get(fromBo).state == .void)
        #expect(try await scene.get(toCy, as: scene.cy).state == .sent)
        #expect(try await scene.dueTimes().count == 1)
        #expect(try await scene.emitted(AssignmentVoided.self).isEmpty)
        let again = try await scene.tell(VoidBetween(one: scene.ana, other: scene.bo))
        #expect(again.voided == 0)
    }

    @Test func `only the identity service may`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        let call = VoidBetween(one: scene.ana, other: scene.bo)
        #expect(await scene.fault(call, as: scene.ana) == WireError.forbidden.fault)
        #expect(try await scene.get(id).state == .sent)
    }

    @Test func `a lost reply is given again, and nothing newer is cut`() async throws {
        let scene = Scene()
        try await scene.send()
        let call = VoidBetween(one: scene.ana, other: scene.bo)
        let event = EventID()
        #expect(try await scene.tell(call, id: event).voided == 1)
        let next = try await scene.send()
        #expect(try await scene.tell(call, id: event).voided == 1)
        #expect(try await scene.get(next).state == .sent)
    }
}
