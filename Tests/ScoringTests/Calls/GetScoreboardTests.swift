import Identifiers
import IdentityAPI
import RPC
import Scoring
import ScoringAPI
import TestKit
import Testing
import Wire

@Suite(.freshDatabase(Scoring.migrations)) struct GetScoreboardTests {
    let ana = UserID()

    /// Ana with friends, each paid so many times as the completer of somebody else's dare.
    private func friends(
        _ fixture: Fixture,
        paid: [Int]
    ) async throws -> [UserID] {
        try await fixture.introduce(ana, "Ana")
        var friends: [UserID] = []
        for (index, count) in paid.enumerated() {
            let friend = UserID()
            try await fixture.introduce(friend, "Friend\(index)")
            try await fixture.befriend(ana, friend)
            for _ in 0..<count { try await fixture.pay(friend, by: UserID(), at: Int64(index)) }
            friends.append(friend)
        }
        return friends
    }

    @Test func `equals share a rank and use up the next`() async throws {
        let fixture = Fixture()
        let friends = try await friends(fixture, paid: [2, 1, 1])
        let board = try await fixture.board(of: ana)
        #expect(board.items.map(\.rank) == [1, 2, 2, 4])
        #expect(board.items.map(\.points) == [200, 100, 100, 0])
        #expect(board.items.map(\.user.id) == friends + [ana])
        #expect(board.items.map(\.isMe) == [false, false, false, true])
        #expect(board.nextCursor == nil)
    }

    @Test func `among equals whoever got there first stands first`() async throws {
        let fixture = Fixture()
        let friends = try await friends(fixture, paid: [0, 0])
        try await fixture.pay(friends[0], by: UserID(), at: 20)
        try await fixture.pay(friends[1], by: UserID(), at: 10)
        let board = try await fixture.board(of: ana)
        #expect(board.items.map(\.user.id) == [friends[1], friends[0], ana])
        #expect(board.items.map(\.rank) == [1, 1, 3])
    }

    @Test func `a stranger is not on the board, a former friend no longer`() async throws {
        let fixture = Fixture()
        let friends = try await friends(fixture, paid: [1])
        try await fixture.introduce(UserID(), "Stranger")
        try await fixture.deliver(
            RelationChanged(
                one: min(ana, friends[0]),
                other: max(ana, friends[0]),
                relation: .none,
                version: 2
            ),
            from: .identity
        )
        #expect(try await fixture.board(of: ana).items.map(\.user.id) == [ana])
    }

    @Test func `pages follow each other without gap or repetition, ranks counted over all`()
        async throws
    {
        let fixture = Fixture()
        _ = try await friends(fixture, paid: [3, 2, 2, 1, 0, 0])
        let whole = try await fixture.board(of: ana)
        var pages: [Standing] = []
        var cursor: String?
        repeat {
            let page = try await fixture.board(of: ana, limit: 2, cursor: cursor)
            #expect(page.items.count <= 2)
            pages += page.items
            cursor = page.nextCursor
        } while cursor != nil
        #expect(pages == whole.items)
        #expect(pages.map(\.rank) == [1, 2, 2, 4, 5, 5, 5])
    }

    @Test(arguments: [0, 101]) func `a page holds 1 to 100`(limit: Int) async throws {
        let fixture = Fixture()
        try await fixture.introduce(ana, "Ana")
        await #expect(throws: Refusal(ScoringError.limitInvalid, at: "/limit").fault) {
            _ = try await fixture.board(of: ana, limit: limit)
        }
        #expect(try await fixture.board(of: ana, limit: limit == 0 ? 1 : 100).items.count == 1)
    }

    @Test(arguments: [
        "", "x", PageCursor("board", ["1", "2"]).text, PageCursor("board", ["1", "2", "3"]).text,
        PageCursor("board", ["-9223372036854775808", "0", UserID().description]).text,
        PageCursor("board", ["1", "253402300800000000", UserID().description]).text,
        PageCursor("friends", ["1", "2", UserID().description]).text,
    ])
    func `a cursor that no page gave is refused`(cursor: String) async throws {
        let fixture = Fixture()
        await #expect(throws: Refusal(ScoringError.cursorInvalid, at: "/cursor").fault) {
            _ = try await fixture.board(of: ana, cursor: cursor)
        }
    }

    @Test func `somebody whose name is not here yet is asked of identity, and remembered`()
        async throws
    {
        let me = ana
        let fixture = Fixture(
            identity: Switchboard {
                $0.on { (call: ListCards, _) in
                    ListCards.Reply(cards: call.users.map { Fixture.card($0, "Ana") })
                }
            }
        )
        #expect(try await fixture.board(of: me).items.map(\.user.firstName) == ["Ana"])
        // A service whose identity answers nothing knows the name now.
        #expect(try await Fixture().board(of: me).items.map(\.user.firstName) == ["Ana"])
    }

    @Test func `while identity cannot be asked, the board shows whom it knows`() async throws {
        let fixture = Fixture(identity: Switchboard { _ in })
        let friend = UserID()
        try await fixture.introduce(ana, "Ana")
        try await fixture.befriend(ana, friend)
        #expect(try await fixture.board(of: ana).items.map(\.user.id) == [ana])
    }
}
