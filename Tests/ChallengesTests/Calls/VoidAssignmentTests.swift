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
struct VoidTests {
    @Test func `a moderator undoes what was done, and the points go back`() async throws {
        let scene = Scene()
        let id = try await scene.make(.done)
        let call = VoidAssignment(assignment: id, reason: "A stock photo.")
        let moderator = CallContext(user: scene.cy, isModerator: true)
        let void = try await scene.board.call(call, in: moderator)
        #expect(void.state == .void)
        #expect(void.reason == "A stock photo.")
        #expect(void.actions.isEmpty)
        #expect(void.points == nil)
        #expect(void.isVerified == nil)
        #expect(try await scene.get(id).closedReason == "void")
        let events = try await scene.emitted(AssignmentVoided.self)
        #expect(events.map(\.assignment) == [id])
        await #expect(throws: Fault.self) { try await scene.board.call(call, in: moderator) }
        #expect(try await scene.emitted(AssignmentVoided.self).count == 1)
    }

    @Test(arguments: Dare.State.allCases.filter { $0 != .done })
    func `nothing else can be undone`(state: Dare.State) async throws {
        let scene = Scene()
        let id = try await scene.make(state)
        let call = VoidAssignment(assignment: id, reason: "No.")
        let fault = await #expect(throws: Fault.self) {
            try await scene.board.call(call, in: CallContext(user: scene.cy, isModerator: true))
        }
        #expect(fault?.code == "challenges.wrong_state")
        #expect(fault?.assignment?.state.rawValue == state.rawValue)
    }

    @Test func `only a moderator may`() async throws {
        let scene = Scene()
        let id = try await scene.make(.done)
        let call = VoidAssignment(assignment: id, reason: "No.")
        #expect(await scene.fault(call, as: scene.ana) == WireError.forbidden.fault)
        #expect(try await scene.get(id).state == .done)
    }

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

    @Test func `a block ends what is open, and the end of a friendship does not`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        let pair = Pair(scene.ana, scene.bo)
        func changed(_ relation: Relation, _ version: Int64) -> RelationChanged {
            RelationChanged(one: pair.one, other: pair.other, relation: relation, version: version)
        }
        _ = try await scene.tell(changed(.none, 2))
        #expect(try await scene.get(id).state == .accepted)
        let block = EventID()
        _ = try await scene.tell(changed(.blocked, 3), id: block)
        #expect(try await scene.get(id).state == .void)

        // Friends again: neither the same event nor an older one does harm.
        _ = try await scene.tell(changed(.friends, 5))
        scene.identity.setRelationVersion(5)
        let next = try await scene.send()
        _ = try await scene.tell(changed(.blocked, 3), id: block)
        _ = try await scene.tell(changed(.blocked, 4))
        #expect(try await scene.get(next).state == .sent)
    }

    @Test(arguments: [Relation.blocked, .none])
    func `a send that was overtaken by the end of the friendship is refused`(
        relation: Relation
    ) async throws {
        let scene = Scene()
        scene.identity.setRelationVersion(7)
        let pair = Pair(scene.ana, scene.bo)
        let parted = RelationChanged(
            one: pair.one,
            other: pair.other,
            relation: relation,
            version: 8
        )
        _ = try await scene.tell(parted)
        let call = CreateChallenge(name: "Dance", recipients: [scene.cy, scene.bo])
        let refusal = Refusal(ChallengesError.notFriends, at: "/recipients/1").fault
        #expect(await scene.fault(call, as: scene.ana) == refusal)
        // Identity knows better than an older copy.
        scene.identity.setRelationVersion(9)
        #expect(await scene.fault(call, as: scene.ana) == nil)
    }
}
