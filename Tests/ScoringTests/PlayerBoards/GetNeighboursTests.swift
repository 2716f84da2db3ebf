import Identifiers
import IdentityAPI
import Postgres
import RPC
import Scoring
import ScoringAPI
import TestKit
import Testing
import Wire

@Suite(.freshDatabase(Scoring.migrations)) struct GetNeighboursTests {
    /// People with 500, 400, … points, all paid for dares of one sender, who has 10 for each
    /// payment.
    private func people(_ fixture: Fixture) async throws -> [UserID] {
        let people = (0..<5).map { _ in UserID() }
        let sender = UserID()
        for (index, person) in people.enumerated() {
            try await fixture.introduce(person, "Person\(index)")
            for _ in index..<5 { try await fixture.pay(person, by: sender) }
        }
        try await fixture.introduce(sender, "Sender")
        return people
    }

    @Test func `half of the others are before the person, half behind`() async throws {
        let fixture = Fixture()
        let people = try await people(fixture)
        for _ in 0..<2 {
            let near = try await fixture.neighbours(of: people[2], limit: 3)
            #expect(near.map(\.user.id) == Array(people[1...3]))
            #expect(near.map(\.rank) == [2, 3, 4])
            #expect(near.map(\.points) == [400, 300, 200])
            #expect(near.map(\.isMe) == [false, true, false])
            #expect(try await fixture.neighbours(of: people[2], limit: 1).map(\.rank) == [3])
            #expect(
                try await fixture.neighbours(of: people[2], limit: 2).map(\.user.id)
                    == Array(people[1...2])
            )
            try await Database.fresh.fold()
        }
    }

    @Test func `at the ends of the board the other side fills the page (2.7-around)`() async throws
    {
        let fixture = Fixture()
        let people = try await people(fixture)
        #expect(
            try await fixture.neighbours(of: people[0], limit: 4).map(\.user.id)
                == Array(people[0...3])
        )
        let last = try await fixture.neighbours(of: people[4], limit: 5)
        #expect(last.map(\.points) == [400, 300, 200, 150, 100])
        #expect(last.map(\.rank) == [2, 3, 4, 5, 6])
        #expect(try await fixture.neighbours(of: people[4], limit: 7).count == 6)
    }

    @Test func `a missing name is fetched from identity`() async throws {
        let fixture = Fixture(
            identity: Switchboard {
                $0.on { (call: ListCards, _) in
                    ListCards.Reply(cards: call.users.map { Fixture.card($0, "Ana") })
                }
            }
        )
        let ana = UserID()
        try await fixture.pay(ana, by: UserID())
        let near = try await fixture.neighbours(of: ana)
        #expect(near.map(\.user.firstName) == ["Ana", "Ana"])
        #expect(near.map(\.rank) == [1, 2])
    }

    @Test func `an unknown person is not found`() async throws {
        await #expect(throws: ScoringError.personNotFound.fault) {
            _ = try await Fixture().neighbours(of: UserID())
        }
    }

    @Test(arguments: [0, 101]) func `a limit is 1 to 100`(limit: Int) async throws {
        await #expect(throws: Refusal(ScoringError.limitInvalid, at: "/limit").fault) {
            _ = try await Fixture().neighbours(of: UserID(), limit: limit)
        }
    }

    @Test(arguments: [ServiceName.gateway, .challenges])
    func `only the operator may call it`(name: ServiceName) async throws {
        let fixture = Fixture()
        await #expect(throws: WireError.forbidden.fault) {
            _ = try await fixture.scoring.asked(by: name).call(
                GetNeighbours(user: UserID()),
                in: CallContext(user: UserID())
            )
        }
    }
}
