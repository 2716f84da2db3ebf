import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import People
import Postgres
import RPC
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares

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
        let neverOfDares: Set<AssignmentLife.State> = [.started, .completed, .missed]
        for state in AssignmentLife.State.allCases
        where state != .expired && !neverOfDares.contains(state) {
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

    @Test(arguments: [0, 2, 5])
    func `however many are open between the two, a block ends each of them once`(
        count: Int
    ) async throws {
        let scene = Scene()
        var ids: [AssignmentID] = []
        for _ in 0..<count {
            ids.append(try await scene.store(.sent, sentAt: scene.clock.now))
        }
        let toCy = try await scene.send(to: scene.cy)
        let told = try await scene.emitted(PeopleTold.self).count
        try await block(scene)
        #expect(try await voided() == Set(ids))
        #expect(try await scene.get(toCy, as: scene.cy).state == .sent)
        let settled = try await scene.emitted(NoticesSettled.self)
        #expect(settled.count == count)
        #expect(Set(settled.map(\.subject)) == Set(ids.map { Notice.Subject($0) }))
        #expect(settled.allSatisfy { $0.outcome == .gone })
        #expect(try await scene.emitted(PeopleTold.self).count == told)
        #expect(try await scene.emitted(AssignmentVoided.self).isEmpty)
    }

    @Test func `a block among many relations that arrive together ends what is open`() async throws
    {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        let block = Pair(scene.ana, scene.bo)
        let others = (0..<30).map { _ in Pair(UserID(), UserID()) }
        try await withThrowingTaskGroup { group in
            for pair in others + [block] {
                let event = RelationChanged(
                    one: pair.one,
                    other: pair.other,
                    relation: pair == block ? .blocked : .friends,
                    version: 2
                )
                group.addTask { _ = try await scene.tell(event) }
            }
            try await group.waitForAll()
        }
        #expect(try await scene.get(id).state == .void)
        for pair in others {
            #expect(try await scene.database.relation(pair.one, pair.other) == .friends)
        }
    }

    @Test func `a block that is interrupted holds, and goes on when it is delivered again`()
        async throws
    {
        let scene = Scene()
        for _ in 0..<5 { try await scene.store(.accepted, sentAt: scene.clock.now) }
        let event = EventID()
        try await interrupt(scene, event)
        #expect(try await scene.database.relation(scene.ana, scene.bo) == .blocked)
        #expect(try await voided().count == 2)
        for _ in 0..<2 {
            try await block(scene, event)
            #expect(try await voided().count == 5)
            #expect(try await scene.emitted(NoticesSettled.self).count == 5)
        }
    }

    @Test func `what an interrupted block left open stays, once there is no block any more`()
        async throws
    {
        let scene = Scene()
        for _ in 0..<5 { try await scene.store(.accepted, sentAt: scene.clock.now) }
        let event = EventID()
        try await interrupt(scene, event)
        try await scene.relate(scene.ana, scene.bo, .none, version: 3)
        try await block(scene, event)
        #expect(try await voided().count == 2)
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

    /// Reports a block between Ana and Bo to a service that voids two assignments at a time.
    private func block(_ scene: Scene, _ event: EventID = EventID()) async throws(Fault) {
        var dares = scene.challenges.dares
        dares.assignments.voidedMax = 2
        var copies = scene.challenges.copies
        copies.parts = [dares]
        let pair = Pair(scene.ana, scene.bo)
        let block = RelationChanged(
            one: pair.one,
            other: pair.other,
            relation: .blocked,
            version: 2
        )
        let context = CallContext.background(idempotencyKey: "\(event)")
        _ = try await copies.switchboard.asked(by: .identity).call(block, in: context)
    }

    /// Does so while no more than two assignments can be voided.
    private func interrupt(_ scene: Scene, _ event: EventID) async throws {
        try await Database.fresh.run(
            """
            CREATE FUNCTION stumble() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF (SELECT count(*) FROM assignments WHERE state = 'void') = 2 THEN
                    RAISE EXCEPTION 'as the test wants';
                END IF;
                RETURN NEW;
            END $$
            """
        )
        try await Database.fresh.run(
            """
            CREATE TRIGGER stumble BEFORE UPDATE ON assignments FOR EACH ROW
            EXECUTE FUNCTION stumble()
            """
        )
        await #expect(throws: Fault.self) { try await block(scene, event) }
        try await Database.fresh.run("DROP TRIGGER stumble ON assignments")
    }

    /// The assignments that were voided.
    private func voided() async throws -> Set<AssignmentID> {
        let ids = try await Database.fresh.all(
            "SELECT id FROM assignments WHERE state = 'void'"
        ) { row in try row.next(AssignmentID.self) }
        return Set(ids)
    }
}
