import Identifiers
import IdentityAPI
import Postgres
import RPC
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

@Suite(.freshDatabase(Scoring.migrations)) struct GetScoreboardTests {
    let ana = UserID()

    /// Ana with friends, each paid a given number of times for completing a stranger's dare.
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

    @Test func `among equals, the first to reach the points comes first`() async throws {
        let fixture = Fixture()
        let friends = try await friends(fixture, paid: [0, 0])
        try await fixture.pay(friends[0], by: UserID(), at: 20)
        try await fixture.pay(friends[1], by: UserID(), at: 10)
        let board = try await fixture.board(of: ana)
        #expect(board.items.map(\.user.id) == [friends[1], friends[0], ana])
        #expect(board.items.map(\.rank) == [1, 1, 3])
    }

    @Test(arguments: [ScoreSpan.all, .month, .week])
    func `a month and a week have the points that were earned in them, and everyone`(
        span: ScoreSpan
    ) async throws {
        // A Wednesday, the 18th.
        let now = Instant(microseconds: 1_773_835_200_000_000)
        let fixture = Fixture(now: { now })
        let friends = try await friends(fixture, paid: [0, 0, 0, 0])
        for (index, back) in [0, 0, 5, 25].enumerated() {
            try await fixture.pay(friends[index], at: now - .days(back) - .minutes(index))
        }
        try await fixture.void(try await fixture.pay(friends[3], at: now))
        let board = try await fixture.board(of: ana, in: span)
        let ranks = [
            ScoreSpan.all: [1, 1, 1, 1, 5], .month: [1, 1, 1, 4, 4], .week: [1, 1, 3, 3, 3],
        ]
        #expect(board.map(\.rank) == ranks[span])
        // Who was paid last the longest ago comes first, and before all who never was.
        let order: [ScoreSpan: [UserID]] = [
            .all: [friends[3], friends[2], friends[1], friends[0], ana],
            .month: [friends[2], friends[1], friends[0], ana, friends[3]],
            .week: [friends[1], friends[0], ana, friends[3], friends[2]],
        ]
        #expect(board.map(\.user.id) == order[span])
        for limit in 1...4 {
            var pages: [Standing] = []
            var cursor: String?
            repeat {
                let page = try await fixture.scoring.call(
                    GetScoreboard(span: span, limit: limit, cursor: cursor),
                    in: CallContext(user: ana, peer: .gateway)
                )
                pages += page.items
                cursor = page.nextCursor
            } while cursor != nil
            #expect(pages == board)
        }
    }

    @Test func `an unknown span is refused, and a cursor of another`() async throws {
        let now = Instant(microseconds: 1_773_835_200_000_000)
        let fixture = Fixture(now: { now })
        _ = try await friends(fixture, paid: [0])
        func page(_ span: ScoreSpan?, _ cursor: String? = nil) async throws -> Page<Standing> {
            try await fixture.scoring.call(
                GetScoreboard(span: span, limit: 1, cursor: cursor),
                in: CallContext(user: ana, peer: .gateway)
            )
        }
        await #expect(throws: Refusal(ScoringError.spanUnknown, at: "/span").fault) {
            try await page(.unknown)
        }
        let spans: [ScoreSpan] = [.all, .month, .week]
        for span in spans {
            let cursor = try #require(try await page(span).nextCursor)
            #expect(try await page(span, cursor).items.count == 1)
            for other in spans where other != span {
                await #expect(throws: Refusal(ScoringError.cursorInvalid, at: "/cursor").fault) {
                    try await page(other, cursor)
                }
            }
        }
        #expect(try await page(nil, try await page(.all).nextCursor).items.count == 1)
    }

    @Test(arguments: [ScoreSpan.all, .month, .week])
    func `friends who are not active have no row, and ranks close up`(
        span: ScoreSpan
    ) async throws {
        let now = Instant(microseconds: 1_773_835_200_000_000)
        let fixture = Fixture(now: { now })
        let friends = try await friends(fixture, paid: [0, 0])
        for friend in friends { try await fixture.pay(friend, at: now) }
        try await fixture.pay(friends[0], at: now)
        try await fixture.list(friends[0], false, as: .suspended)
        let board = try await fixture.board(of: ana, in: span)
        #expect(board.map(\.user.id) == [friends[1], ana])
        #expect(board.map(\.rank) == [1, 2])
        #expect(try await fixture.rank(of: friends[1]).rank == 1)
        #expect(try await Database.fresh.misplaced() == 0)
        try await fixture.list(friends[0], false, version: 3)
        #expect(try await fixture.board(of: ana, in: span).map(\.rank) == [1, 2, 3])
    }

    @Test func `neither strangers nor former friends are on the board`() async throws {
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

    @Test func `pages have no gaps or repetitions, and ranks count everyone`() async throws {
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

    @Test func `concurrent callers each get their own board`() async throws {
        let fixture = Fixture()
        let people = (0..<5).map { _ in UserID() }
        for (index, person) in people.enumerated() {
            try await fixture.introduce(person, "Person\(index)")
            for _ in 0..<index { try await fixture.pay(person, by: UserID()) }
        }
        // Everyone is a friend of the people before and after them; two are blocked.
        for index in 1..<5 { try await fixture.befriend(people[index - 1], people[index]) }
        try await fixture.deliver(
            RelationChanged(
                one: min(people[0], people[4]),
                other: max(people[0], people[4]),
                relation: .blocked,
                version: 1
            ),
            from: .identity
        )
        let pages = (people + [UserID()]).map {
            FriendsBoardPage(user: $0, after: .first, limit: 9)
        }
        let short = FriendsBoardPage(user: people[2], after: .first, limit: 2)
        let found = try await Database.fresh.places(pages + [short])
        let boards = found.mapValues { $0.map(\.place.user) }
        #expect(boards[pages[0]] == [people[1], people[0]])
        for index in 1..<4 {
            #expect(boards[pages[index]] == [people[index + 1], people[index], people[index - 1]])
            #expect(found[pages[index]]?.map(\.place.rank) == [1, 2, 3])
        }
        #expect(boards[pages[4]] == [people[4], people[3]])
        #expect(boards[pages[5]] == [pages[5].user])
        #expect(found[pages[5]]?.first?.person == nil)
        #expect(boards[short] == [people[3], people[2]])
        // A later page beside a first one: both are ranked among all.
        let last = try #require(found[short]?.last).place
        let behind = FriendsBoardPage(user: people[2], after: BoardCursor(last), limit: 9)
        let both = try await Database.fresh.places([pages[1], behind])
        #expect(both[pages[1]]?.map(\.place) == found[pages[1]]?.map(\.place))
        #expect(both[behind]?.map(\.place.user) == [people[1]])
        #expect(both[behind]?.map(\.place.rank) == [3])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                for (index, person) in people.enumerated() {
                    group.addTask {
                        let board = try await fixture.board(of: person)
                        #expect(board.items.map(\.user.id) == boards[pages[index]])
                        #expect(board.items.first { $0.isMe }?.user.id == person)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a page holds 1 to 100`() async throws {
        let fixture = Fixture()
        try await fixture.introduce(ana, "Ana")
        for limit in [0, 101] {
            await #expect(throws: Refusal(ScoringError.limitInvalid, at: "/limit").fault) {
                _ = try await fixture.board(of: ana, limit: limit)
            }
            #expect(try await fixture.board(of: ana, limit: limit == 0 ? 1 : 100).items.count == 1)
        }
    }

    @Test func `a cursor that is not from a page is refused`() async throws {
        let fixture = Fixture()
        for cursor in [
            "", "x", PageCursor<Int, Int>("board").text(1, 2),
            PageCursor<Int, Int, Int>("board").text(1, 2, 3),
            PageCursor<Int, Int, UserID>("board").text(.min, 0, UserID()),
            PageCursor<Int, Int, UserID>("board").text(1, 253_402_300_800_000_000, UserID()),
            PageCursor<Int, Int, UserID>("friends").text(1, 2, UserID()),
        ] {
            await #expect(throws: Refusal(ScoringError.cursorInvalid, at: "/cursor").fault) {
                _ = try await fixture.board(of: ana, cursor: cursor)
            }
        }
    }

    @Test func `a missing name is fetched from identity and stored`() async throws {
        let me = ana
        let fixture = Fixture(
            identity: Switchboard {
                $0.on { (call: ListCards, _) in
                    ListCards.Reply(cards: call.users.map { Fixture.card($0, "Ana") })
                }
            }
        )
        #expect(try await fixture.board(of: me).items.map(\.user.firstName) == ["Ana"])
        // A service whose identity answers no call knows the name now.
        #expect(try await Fixture().board(of: me).items.map(\.user.firstName) == ["Ana"])
    }

    @Test func `while identity is unavailable, the board shows people with known names`()
        async throws
    {
        let fixture = Fixture(identity: Switchboard { _ in })
        let friend = UserID()
        try await fixture.introduce(ana, "Ana")
        try await fixture.befriend(ana, friend)
        #expect(try await fixture.board(of: ana).items.map(\.user.id) == [ana])
    }
}
