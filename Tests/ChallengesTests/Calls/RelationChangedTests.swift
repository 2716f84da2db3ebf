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
struct RelationChangedTests {
    @Test func `a block ends open assignments, and unfriending does not`() async throws {
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

        // Friends again: repeated and older events have no effect.
        _ = try await scene.tell(changed(.friends, 5))
        scene.identity.setRelationVersion(5)
        let next = try await scene.send()
        _ = try await scene.tell(changed(.blocked, 3), id: block)
        _ = try await scene.tell(changed(.blocked, 4))
        #expect(try await scene.get(next).state == .sent)
    }

    @Test func `open assignments between the two become void, and nothing else`() async throws {
        let scene = Scene()
        var ids: [AssignmentLife.State: AssignmentID] = [:]
        for state in AssignmentLife.State.ofDares where state != .expired {
            ids[state] = try await scene.make(state)
        }
        let toCy = try await scene.send(to: scene.cy)
        let back = CreateChallenge(name: "You too", recipients: [scene.ana])
        let fromBo = try await scene.ask(back, as: scene.bo).assignments[0].id

        let pair = Pair(scene.ana, scene.bo)
        _ = try await scene.tell(
            RelationChanged(one: pair.one, other: pair.other, relation: .blocked, version: 2)
        )
        for (state, id) in ids {
            let expected = state.isOpen ? "void" : state.rawValue
            #expect(try await scene.get(id).state.rawValue == expected)
        }
        #expect(try await scene.get(fromBo).state == .void)
        #expect(try await scene.get(toCy, as: scene.cy).state == .sent)
        #expect(try await scene.dueTimes().count == 1)
        #expect(try await scene.emitted(AssignmentVoided.self).isEmpty)
    }

    @Test(arguments: [Relation.blocked, .none])
    func `a send is refused if the friendship ended meanwhile`(
        relation: Relation
    ) async throws {
        let scene = Scene()
        scene.identity.setRelationVersion(7)
        let pair = Pair(scene.ana, scene.bo)
        let unfriended = RelationChanged(
            one: pair.one,
            other: pair.other,
            relation: relation,
            version: 8
        )
        _ = try await scene.tell(unfriended)
        let call = CreateChallenge(name: "Dance", recipients: [scene.cy, scene.bo])
        let refusal = Refusal(ChallengesError.notFriends, at: "/recipients/1").fault
        #expect(await scene.fault(call, as: scene.ana) == refusal)
        // Identity has a newer version than the copy.
        scene.identity.setRelationVersion(9)
        #expect(await scene.fault(call, as: scene.ana) == nil)
    }

    @Test func `only the identity service may send it`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        let pair = Pair(scene.ana, scene.bo)
        let call = RelationChanged(
            one: pair.one,
            other: pair.other,
            relation: .blocked,
            version: 2
        )
        #expect(await scene.fault(call, as: scene.ana) == WireError.forbidden.fault)
        #expect(try await scene.get(id).state == .sent)
    }
}
