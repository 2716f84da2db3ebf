import Identifiers
import IdentityAPI
import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// Medals for a first proof and a first friend (2.7-medals).
@Suite(.freshDatabase(Scoring.migrations)) struct FirstMedalsTests {
    private let scene = StreakScene()
    private let bo = UserID()
    private let cy = UserID()

    private func kinds(of user: UserID? = nil) async throws -> [String] {
        try await scene.fixture.kinds(of: user ?? scene.ana)
    }

    private func relate(
        _ one: UserID,
        _ other: UserID,
        _ relation: Relation,
        version: Int64
    ) async throws {
        let changed = RelationChanged(
            one: min(one, other),
            other: max(one, other),
            relation: relation,
            version: version
        )
        try await scene.fixture.deliver(changed, from: .identity)
    }

    @Test func `the first day with proof gives a medal, once`() async throws {
        try await scene.count([0], hasProof: false)
        #expect(try await kinds() == [])
        try await scene.count([1], hasProof: true)
        #expect(try await kinds() == ["firstProof"])
        try await scene.count([2], hasProof: true)
        #expect(try await kinds() == ["firstProof"])
        #expect(try await scene.fixture.told(.medal).map(\.people) == [[scene.ana]])
    }

    // 2.10-percents
    @Test func `of a first proof, and of nothing else that is first, friends see the day alone`()
        async throws
    {
        try await scene.count([0], hasProof: true)
        try await relate(scene.ana, bo, .friends, version: 1)
        let own = try await scene.fixture.medals(of: scene.ana)
        #expect(own.items.map(\.earnedAt) == [scene.clock.now, scene.clock.now])
        let proof = try await scene.fixture.medals(of: scene.ana, as: bo, .firstProof)
        #expect(proof.items.map(\.earnedAt) == [scene.clock.now - .hours(12)])
        let friend = try await scene.fixture.medals(of: scene.ana, as: bo, .firstFriend)
        #expect(friend.items.map(\.earnedAt) == [scene.clock.now])
    }

    @Test func `proof alone gives the medal, and no day of the streak`() async throws {
        try await scene.count([0], false, hasProof: true)
        #expect(try await kinds() == ["firstProof"])
        #expect(try await scene.overall().current == 0)
    }

    @Test func `a void of the last proof takes it back, a deletion does not`() async throws {
        try await scene.count([0, 1], hasProof: true)
        try await scene.count([0], false, hasProof: false, isTakenBack: true, version: 2)
        #expect(try await kinds() == ["firstProof"])
        try await scene.count([1], false, hasProof: false, isTakenBack: false, version: 2)
        #expect(try await kinds() == ["firstProof"])
        try await scene.count([1], true, hasProof: true, version: 3)
        try await scene.count([1], true, hasProof: false, isTakenBack: true, version: 4)
        #expect(try await kinds() == [])
        try await scene.count([3], hasProof: true)
        #expect(try await kinds() == ["firstProof"])
        #expect(try await scene.fixture.told(.medal).count == 1)
        #expect(try await scene.fixture.emitted(NoticesSettled.self).count == 1)
    }

    @Test func `an event of the previous release leaves the proof as it is`() async throws {
        try await scene.count([0], hasProof: true)
        try await scene.count([0], false, version: 2)
        try await scene.count([1], false, hasProof: false, isTakenBack: true)
        #expect(try await kinds() == ["firstProof"])
    }

    @Test func `a first friend gives both a medal, and a second one none`() async throws {
        try await relate(scene.ana, bo, .friends, version: 1)
        #expect(try await kinds() == ["firstFriend"])
        #expect(try await kinds(of: bo) == ["firstFriend"])
        try await relate(scene.ana, cy, .friends, version: 1)
        #expect(try await kinds() == ["firstFriend"])
        #expect(try await kinds(of: cy) == ["firstFriend"])
        // Nobody loses it with the friend.
        try await relate(scene.ana, bo, .none, version: 2)
        #expect(try await kinds(of: bo) == ["firstFriend"])
        #expect(try await scene.fixture.told(.medal).count == 3)
        #expect(try await scene.fixture.see([], as: bo) == 1)
    }

    @Test func `a block gives no medal`() async throws {
        try await relate(scene.ana, bo, .blocked, version: 1)
        #expect(try await kinds() == [])
    }

    @Test func `who had a friend before there were medals gets it unseen by the inbox`()
        async throws
    {
        try await scene.fixture.befriend(scene.ana, bo)
        try await relate(scene.ana, cy, .friends, version: 1)
        #expect(try await kinds() == ["firstFriend"])
        #expect(try await scene.fixture.told(.medal).map(\.people) == [[cy]])
        #expect(try await scene.fixture.see([], as: scene.ana) == 0)
    }
}
