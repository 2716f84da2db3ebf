import Identifiers
import Postgres
import RPC
import Scoring
import ScoringAPI
import TestKit
import Testing
import Wire

@Suite(.freshDatabase(Scoring.migrations)) struct GetTopTests {
    @Test func `pages have no gaps or repetitions, and ranks count everyone`() async throws {
        let fixture = Fixture()
        let sender = UserID()
        var people: [UserID] = []
        for (index, count) in [3, 2, 2, 1, 0, 0].enumerated() {
            let person = UserID()
            try await fixture.introduce(person, "Person\(index)")
            for second in 0..<count {
                try await fixture.pay(person, by: sender, at: Int64(10 * index + second))
            }
            people.append(person)
        }
        try await fixture.introduce(sender, "Sender")
        let whole = try await fixture.top()
        #expect(whole.items.map(\.rank) == [1, 2, 2, 4, 5, 6, 6])
        #expect(whole.items.map(\.points) == [300, 200, 200, 100, 80, 0, 0])
        #expect(whole.items.prefix(4).map(\.user.id) == Array(people.prefix(4)))
        #expect(whole.items[4].user.firstName == "Sender")
        #expect(whole.nextCursor == nil)
        #expect(whole.items.allSatisfy { !$0.isMe })
        for limit in 1...3 {
            #expect(try await fixture.wholeBoard(limit: limit) == whole.items)
            try await Database.fresh.fold(3)
        }
    }

    @Test func `among equals, the first to reach the points comes first, then the lower id`()
        async throws
    {
        let fixture = Fixture()
        let people = [UserID(), UserID(), UserID()].sorted()
        for (person, name) in zip(people, ["A", "B", "C"]) {
            try await fixture.introduce(person, name)
        }
        let (late, one, other) = (people[0], people[1], people[2])
        // The senders have no names, so they are not shown, but they count.
        try await fixture.pay(late, by: UserID(), at: 20)
        try await fixture.pay(other, by: UserID(), at: 10)
        try await fixture.pay(one, by: UserID(), at: 10)
        #expect(try await fixture.top().items.map(\.user.id) == [one, other, late])
    }

    @Test func `a board without players has an empty page`() async throws {
        let page = try await Fixture().top()
        #expect(page.items.isEmpty)
        #expect(page.nextCursor == nil)
    }

    @Test func `a page holds 1 to 100`() async throws {
        for limit in [0, 101] {
            await #expect(throws: Refusal(ScoringError.limitInvalid, at: "/limit").fault) {
                _ = try await Fixture().top(limit: limit)
            }
        }
    }

    @Test func `a cursor that is not from a page is refused, even a friends' board's`()
        async throws
    {
        for cursor in [
            "", "x", PageCursor<Int, Int>("everybody").text(1, 2),
            PageCursor<Int, Int, UserID>("board").text(1, 2, UserID()),
        ] {
            await #expect(throws: Refusal(ScoringError.cursorInvalid, at: "/cursor").fault) {
                _ = try await Fixture().top(cursor: cursor)
            }
        }
    }

    @Test(arguments: [ServiceName.gateway, .challenges])
    func `only the operator may call it`(name: ServiceName) async throws {
        let fixture = Fixture()
        await #expect(throws: WireError.forbidden.fault) {
            _ = try await fixture.scoring.asked(by: name).call(
                GetTop(),
                in: CallContext(user: UserID())
            )
        }
    }
}
