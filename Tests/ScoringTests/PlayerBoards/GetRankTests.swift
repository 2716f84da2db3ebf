import Identifiers
import Postgres
import RPC
import Scoring
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@Suite(.freshDatabase(Scoring.migrations)) struct GetRankTests {
    let ana = UserID()
    let bo = UserID()

    @Test func `equals share a rank, and people without points have one too`() async throws {
        let fixture = Fixture()
        let people = (0..<4).map { _ in UserID() }
        for (person, name) in zip(people, ["A", "B", "C", "D"]) {
            try await fixture.introduce(person, name)
        }
        // One of the people is the sender, so no other player is added: 100, 100, 20, 0.
        for person in people.prefix(2) { try await fixture.pay(person, by: people[2]) }
        var ranks: [GetRank.Reply] = []
        for person in people { ranks.append(try await fixture.rank(of: person)) }
        #expect(ranks.map(\.rank) == [1, 1, 3, 4])
        #expect(ranks.map(\.points) == [100, 100, 20, 0])
        #expect(ranks.map(\.players) == [4, 4, 4, 4])
    }

    @Test func `a person who is paid is a player before their name is known, once`() async throws {
        let fixture = Fixture()
        try await fixture.pay(bo, by: ana)
        #expect(try await fixture.rank(of: ana) == .init(rank: 2, points: 10, players: 2))
        try await fixture.introduce(ana, "Ana")
        try await fixture.introduce(ana, "Ana")
        #expect(try await fixture.rank(of: ana) == .init(rank: 2, points: 10, players: 2))
    }

    @Test func `an unknown person ranks behind all who have points`() async throws {
        let fixture = Fixture()
        #expect(try await fixture.rank(of: ana) == .init(rank: 1, points: 0, players: 1))
        try await fixture.pay(bo, by: UserID())
        #expect(try await fixture.rank(of: ana) == .init(rank: 3, points: 0, players: 3))
    }

    @Test func `a void lowers both people before and after a fold`() async throws {
        let fixture = Fixture()
        let assignment = try await fixture.pay(bo, by: ana)
        try await fixture.pay(ana, by: UserID())
        #expect(try await fixture.rank(of: ana) == .init(rank: 1, points: 110, players: 3))
        try await Database.fresh.fold()
        try await fixture.deliver(
            AssignmentVoided(assignment: assignment, at: .now()),
            from: .challenges
        )
        for _ in 0..<2 {
            #expect(try await fixture.rank(of: ana) == .init(rank: 1, points: 100, players: 3))
            #expect(try await fixture.rank(of: bo) == .init(rank: 3, points: 0, players: 3))
            try await Database.fresh.fold()
        }
    }

    @Test func `an anonymous caller is refused`() async throws {
        await #expect(throws: WireError.signInNeeded.fault) {
            _ = try await Fixture().scoring.call(GetRank(), in: CallContext(peer: .gateway))
        }
    }
}
