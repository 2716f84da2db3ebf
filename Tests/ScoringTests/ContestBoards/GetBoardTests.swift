import ChallengesAPI
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

@Suite(.freshDatabase(Scoring.migrations)) struct GetBoardTests {
    private typealias Player = ScoresChanged.Player

    /// People in the order of their ids.
    private let people = (0..<7).map { _ in UserID() }.sorted()

    /// A contest with these scores, one for each person.
    private func contest(
        _ fixture: Fixture = Fixture(),
        scores: [Int64?],
        _ change: (inout ContestChanged) -> Void = { _ in }
    ) async throws -> ToldContest {
        let contest = ToldContest(fixture)
        try await fixture.introduce(people)
        try await contest.tell(version: 1, change)
        try await contest.tell(zip(people, scores).map { Player($0, $1) })
        return contest
    }

    // Ranks (FR-12, FR-29).

    @Test func `equals share a rank and use up the next, and who has no entry comes last`()
        async throws
    {
        let contest = try await contest(scores: [nil, 5, 7, 5, nil, 9, 5])
        let board = try await contest.board()
        #expect(board.items.map(\.rank) == [1, 2, 3, 3, 3, nil, nil])
        #expect(board.items.map(\.user.id) == [5, 2, 1, 3, 6, 0, 4].map { people[$0] })
        #expect(board.items.map(\.entries) == [1, 1, 1, 1, 1, 0, 0])
        #expect(
            board.items.map { $0.score.map { $0.millionths / 1_000_000 } }
                == [9, 7, 5, 5, 5, nil, nil]
        )
        #expect(board.nextCursor == nil)
    }

    /// Accounts of an earlier release may have these ids (2.14-ids).
    @Test func `a board has the lowest and the highest of all ids, with a rank and without`()
        async throws
    {
        let fixture = Fixture()
        let users = [UserID(.lowest), people[0], UserID(.highest)]
        try await fixture.introduce(users)
        for score in [nil, 5] as [Int64?] {
            let contest = ToldContest(fixture)
            try await contest.tell()
            try await contest.tell(users.map { Player($0, score) })
            for limit in 1...4 {
                #expect(try await contest.wholeBoard(limit: limit).map(\.user.id) == users)
            }
            let joined = try await Database.fresh.joinedPlayers(
                of: contest.id,
                after: nil,
                limit: 9
            )
            #expect(joined == users)
        }
    }

    @Test func `among equals, who reached the score earlier comes first, then the lower id`()
        async throws
    {
        let contest = try await contest(scores: [])
        try await contest.tell([
            Player(people[0], 4, at: 30), Player(people[1], 4, at: 20),
            Player(people[2], 4, at: 30), Player(people[3], 4, at: 10),
        ])
        let board = try await contest.board()
        #expect(board.items.map(\.user.id) == [3, 1, 0, 2].map { people[$0] })
        #expect(board.items.map(\.rank) == [1, 1, 1, 1])
    }

    @Test func `where lower wins, the lowest score is first`() async throws {
        let contest = try await contest(scores: [3, 1, nil, 2]) { $0.direction = .lower }
        let board = try await contest.board()
        #expect(board.items.map(\.user.id) == [1, 3, 0, 2].map { people[$0] })
        #expect(board.items.map(\.rank) == [1, 2, 3, nil])
    }

    // FR-17: how far each is.
    @Test func `with percentages, progress is towards the player's own target`() async throws {
        let contest = try await contest(scores: []) { head in
            head.score = .percent
            head.goal = Amount(millionths: 1)
        }
        func player(_ user: UserID, value: Int64, of target: Int64, percent: Int64) -> Player {
            var player = Player(user, percent)
            player.value = Amount(millionths: value * 1_000_000)
            player.target = Amount(millionths: target * 1_000_000)
            return player
        }
        try await contest.tell([
            player(people[0], value: 30, of: 40, percent: 75),
            player(people[1], value: 9, of: 3, percent: 100),
            player(people[2], value: 1, of: 2, percent: 50),
        ])
        let board = try await contest.board()
        #expect(board.items.map(\.user.id) == [1, 0, 2].map { people[$0] })
        #expect(board.items.map(\.score?.millionths) == [100_000_000, 75_000_000, 50_000_000])
        #expect(board.items.map(\.value?.millionths) == [9_000_000, 30_000_000, 1_000_000])
        #expect(board.items.map(\.progress?.millionths) == [1_000_000, 750_000, 500_000])
    }

    // What a phone measures is one's own (2.10-ranking).
    @Test func `where values are hidden, others have score and progress alone`() async throws {
        func player(_ user: UserID, value: Int64, percent: Int64) -> Player {
            var player = Player(user, percent)
            player.value = Amount(millionths: value * 1_000_000)
            player.target = Amount(millionths: 40_000_000)
            return player
        }
        for hides in [true, false, nil] as [Bool?] {
            let contest = try await contest(scores: []) { head in
                head.score = .percent
                head.hidesValues = hides
            }
            try await contest.tell([
                player(people[0], value: 30, percent: 75),
                player(people[1], value: 20, percent: 50),
            ])
            let viewers: [(UserID, Int?)] = [
                (people[0], 0), (people[1], 1), (contest.owner, nil),
            ]
            for _ in 0..<2 {
                for (viewer, own) in viewers {
                    let rows = try await contest.board(as: viewer).items
                    #expect(rows.map(\.score?.millionths) == [75_000_000, 50_000_000])
                    #expect(rows.map(\.progress?.millionths) == [750_000, 500_000])
                    let values = [Int64(30_000_000), 20_000_000].enumerated().map {
                        (index, value) -> Amount? in
                        let isShown = hides != true || index == own
                        return isShown ? Amount(millionths: value) : nil
                    }
                    #expect(rows.map(\.value) == values)
                }
                try await contest.tell(version: 100) { head in
                    head.score = .percent
                    head.hidesValues = hides
                    head.state = .completed
                }
                try await contest.freeze()
            }
        }
    }

    // 2.10-percents
    @Test func `where values are hidden, others have whole percents and days, and exact ranks`()
        async throws
    {
        let reached = try #require(Instant(rfc3339: "2026-06-01T23:30:00Z"))
        let day = try #require(Instant(rfc3339: "2026-06-01T22:00:00Z"))
        func player(_ user: UserID, _ value: Int64) -> Player {
            var player = Player(user, 0)
            player.value = Amount(millionths: value * 1_000_000)
            player.target = Amount(millionths: 17_000_000_000)
            player.score = Amount(millionths: min(value * 100_000_000 / 17_000, 100_000_000))
            player.completedAt = value >= 17_000 ? reached : nil
            return player
        }
        func change(_ head: inout ContestChanged) {
            head.score = .percent
            head.hidesValues = true
            head.timeZone = "Europe/Berlin"
        }
        let contest = try await contest(scores: [], change)
        let values: [Int64] = [17_000, 16_999, 7_345, 7_344, 7_344, 169, 20_000]
        try await contest.tell(zip(people, values).map { player($0, $1) })
        let order = [0, 6, 1, 2, 3, 4, 5].map { people[$0] }
        for _ in 0..<2 {
            for viewer in people + [contest.owner] {
                for around in viewer == contest.owner ? [nil] : [nil, GetBoard.Around.me] {
                    let rows = try await contest.board(as: viewer, around: around).items
                    #expect(Set(rows.map(\.user.id)) == Set(order))
                    let others = rows.filter { !$0.isMe }
                    let whole: [Int64] = [100, 99, 43, 43, 43, 0, 100]
                    for row in others {
                        let index = try #require(people.firstIndex(of: row.user.id))
                        #expect(row.value == nil)
                        #expect(row.score?.millionths == whole[index] * 1_000_000)
                        #expect(row.progress?.millionths == whole[index] * 10_000)
                        #expect(row.completedAt == (values[index] >= 17_000 ? day : nil))
                    }
                    #expect(rows.map(\.rank) == [1, 1, 3, 4, 5, 5, 7])
                    guard let own = rows.first(where: \.isMe) else { continue }
                    let index = try #require(people.firstIndex(of: viewer))
                    let exact = player(viewer, values[index])
                    #expect(own.value == exact.value)
                    #expect(own.score == exact.score)
                    #expect(own.completedAt == exact.completedAt)
                }
            }
            try await contest.tell(version: 100) { head in
                change(&head)
                head.state = .completed
            }
            try await contest.freeze()
        }
    }

    // Pages.

    @Test func `pages have no gaps or repetitions, and ranks count everyone`() async throws {
        let contest = try await contest(scores: [3, 3, nil, 1, 3, 2, nil])
        let whole = try await contest.board()
        #expect(whole.items.count == 7)
        for _ in 0..<2 {
            for limit in 1...7 {
                #expect(try await contest.wholeBoard(limit: limit) == whole.items)
            }
            try await contest.complete()
            try await contest.freeze()
        }
    }

    @Test func `a cursor goes on from where the page ended, whatever happened to the board`()
        async throws
    {
        let contest = try await contest(scores: [7, 6, 5, 4, 3, 2, 1])
        let page = try await contest.board(limit: 3)
        // The last one shown overtakes all, the first one leaves.
        try await contest.tell([
            Player(people[2], 9, version: 2), Player(people[0], 7, .left, version: 2),
        ])
        try await contest.complete()
        try await contest.freeze()
        let next = try await contest.board(cursor: page.nextCursor)
        #expect(next.items.map(\.user.id) == Array(people[3...]))
        #expect(next.items.map(\.rank) == [3, 4, 5, 6])
    }

    @Test func `the caller's row comes first on each page that does not contain it`() async throws {
        let contest = try await contest(scores: [7, 6, 5, 4, 3, 2, nil])
        for _ in 0..<2 {
            // Behind the page, on it, before it, and without a rank.
            var page = try await contest.board(as: people[4], limit: 2)
            #expect(page.items.map(\.user.id) == [4, 0, 1].map { people[$0] })
            #expect(page.items.map(\.rank) == [5, 1, 2])
            #expect(page.items.map(\.isMe) == [true, false, false])
            page = try await contest.board(as: people[4], limit: 2, cursor: page.nextCursor)
            #expect(page.items.map(\.user.id) == [4, 2, 3].map { people[$0] })
            page = try await contest.board(as: people[4], limit: 2, cursor: page.nextCursor)
            #expect(page.items.map(\.user.id) == [4, 5].map { people[$0] })
            #expect(page.items.map(\.isMe) == [true, false])
            page = try await contest.board(as: people[4], limit: 2, cursor: page.nextCursor)
            #expect(page.items.map(\.user.id) == [4, 6].map { people[$0] })
            #expect(page.nextCursor == nil)
            let last = try await contest.board(as: people[6], limit: 6)
            #expect(last.items.map(\.rank) == [nil, 1, 2, 3, 4, 5, 6])
            #expect(last.items.map(\.isMe) == [true] + Array(repeating: false, count: 6))
            try await contest.complete()
            try await contest.freeze()
        }
    }

    @Test func `a page around the caller's row has half of the others before it, and is full`()
        async throws
    {
        let contest = try await contest(scores: [7, 6, 5, 4, 3, nil, nil])
        for _ in 0..<2 {
            var page = try await contest.board(as: people[3], around: .me, limit: 4)
            #expect(page.items.map(\.user.id) == Array(people[1...4]))
            #expect(page.items.map(\.rank) == [2, 3, 4, 5])
            #expect(page.items.map(\.isMe) == [false, false, true, false])
            page = try await contest.board(as: people[3], limit: 4, cursor: page.nextCursor)
            #expect(page.items.map(\.user.id) == [3, 5, 6].map { people[$0] })
            // At both ends.
            page = try await contest.board(as: people[0], around: .me, limit: 4)
            #expect(page.items.map(\.user.id) == Array(people[0...3]))
            #expect(page.nextCursor != nil)
            page = try await contest.board(as: people[0], limit: 4, cursor: page.nextCursor)
            #expect(page.items.map(\.user.id) == [0, 4, 5, 6].map { people[$0] })
            page = try await contest.board(as: people[6], around: .me, limit: 4)
            #expect(page.items.map(\.user.id) == Array(people[3...6]))
            #expect(page.items.map(\.rank) == [4, 5, nil, nil])
            #expect(page.nextCursor == nil)
            page = try await contest.board(as: people[5], around: .me, limit: 3)
            #expect(page.items.map(\.user.id) == Array(people[4...6]))
            #expect(page.nextCursor == nil)
            // As many as the board has, and one more.
            for limit in [7, 8] {
                for person in people {
                    page = try await contest.board(as: person, around: .me, limit: limit)
                    #expect(page.items.map(\.user.id) == people)
                    #expect(page.nextCursor == nil)
                }
            }
            for person in people {
                page = try await contest.board(as: person, around: .me, limit: 6)
                #expect(page.items.count == 6)
                #expect(page.items.contains { $0.user.id == person })
            }
            page = try await contest.board(as: people[5], around: .me, limit: 1)
            #expect(page.items.map(\.user.id) == [people[5]])
            #expect(page.nextCursor != nil)
            page = try await contest.board(as: people[2], around: .me)
            #expect(page.items.map(\.user.id) == people)
            try await contest.complete()
            try await contest.freeze()
        }
    }

    @Test func `a user who has no row gets no page around it`() async throws {
        let contest = try await contest(scores: [1])
        try await contest.tell([Player(people[1], 3, .left)])
        for viewer in [UserID(), people[1], contest.owner] {
            await #expect(throws: ScoringError.notOnBoard.fault) {
                try await contest.board(as: viewer, around: .me)
            }
        }
    }

    // Bad input.

    @Test func `a page holds 1 to 100`() async throws {
        let contest = try await contest(scores: [1])
        for limit in [0, 101, -1, Int.max] {
            await #expect(throws: Refusal(ScoringError.limitInvalid, at: "/limit").fault) {
                try await contest.board(limit: limit)
            }
            for limit in [1, 100] {
                #expect(try await contest.board(limit: limit).items.count == 1)
            }
        }
    }

    @Test func `a cursor that is not from a page is refused`() async throws {
        let contest = try await contest(scores: [1])
        for cursor in [
            "", "x", PageCursor<Int, Int>("contest").text(1, 2),
            PageCursor<Int, Int, Instant, UserID, Int>("contest")
                .text(0, 1, Instant(microseconds: 0), UserID(), 0),
            PageCursor<Int, Instant, UserID>("board").text(1, Instant(microseconds: 0), UserID()),
        ] {
            await #expect(throws: Refusal(ScoringError.cursorInvalid, at: "/cursor").fault) {
                try await contest.board(cursor: cursor)
            }
        }
    }

    @Test func `a cursor of another contest's board is refused, and one with a wrong key`()
        async throws
    {
        let contest = try await contest(scores: [2, 1])
        let other = ToldContest(contest.fixture)
        try await other.tell()
        let cursor = try #require(try await contest.board(limit: 1).nextCursor)
        let cursors = PageCursor<Int, Int, Instant, UserID, Int>("contest/\(other.id)")
        let wrong = [(2, 0), (-1, 0), (0, -1), (0, 10_001)].map { unranked, skipped in
            cursors.text(unranked, 1, Instant(microseconds: 0), UserID(), skipped)
        }
        for cursor in [cursor] + wrong {
            await #expect(throws: Refusal(ScoringError.cursorInvalid, at: "/cursor").fault) {
                try await other.board(cursor: cursor)
            }
        }
        let longest = cursors.text(0, 1, Instant(microseconds: 0), UserID(), 10_000)
        #expect(try await other.board(cursor: longest).items.isEmpty)
        #expect(try await contest.board(cursor: cursor).items.map(\.rank) == [2])
    }

    @Test func `a cursor is refused together with around, and what is not known as around`()
        async throws
    {
        let contest = try await contest(scores: [2, 1])
        let cursor = try await contest.board(limit: 1).nextCursor
        await #expect(throws: Refusal(ScoringError.cursorInvalid, at: "/cursor").fault) {
            try await contest.board(as: people[0], around: .me, cursor: cursor)
        }
        await #expect(throws: Refusal(ScoringError.aroundUnknown, at: "/around").fault) {
            try await contest.board(as: people[0], around: .unknown)
        }
        // All that is wrong is told at once.
        do {
            _ = try await contest.board(around: .unknown, limit: 0, cursor: "x")
            Issue.record("nothing was refused")
        } catch let fault as Fault {
            #expect(fault.fields?.map(\.pointer) == ["/around", "/limit", "/cursor"])
        }
    }

    // Who sees what (FR-18).

    @Test func `only those who may see the ranking do`() async throws {
        let (joined, left, stranger) = (people[0], people[1], UserID())
        let contest = ToldContest(Fixture(challenges: SeenContest.hidden))
        let friend = people[2]
        try await contest.fixture.introduce(people)
        try await contest.fixture.befriend(contest.owner, friend)
        try await contest.tell([Player(joined, 1), Player(left, 2, .left)])
        let viewers = [contest.owner, joined, left, friend, stranger]
        let cases: [(ContestChanged.Visibility, ContestChanged.State, [UserID])] = [
            (.public, .active, viewers),
            (.friends, .active, [contest.owner, joined, friend]),
            (.link, .active, [contest.owner, joined]),
            (.private, .active, [contest.owner, joined]),
            (.private, .settling, [contest.owner, joined]),
            (.private, .completed, [contest.owner, joined, left]),
        ]
        for (index, (visibility, state, seen)) in cases.enumerated() {
            try await contest.tell(version: Int64(index + 1)) { head in
                head.visibility = visibility
                head.state = state
            }
            for viewer in viewers {
                let asking = { try await contest.board(as: viewer).items.map(\.user.id) }
                if seen.contains(viewer) {
                    #expect(try await asking() == [joined], "\(visibility) \(state)")
                } else {
                    await #expect(throws: ScoringError.boardNotFound.fault) { try await asking() }
                }
            }
        }
    }

    @Test func `who is blocked with the owner sees no public board, but who is in it does`()
        async throws
    {
        let contest = try await contest(
            Fixture(challenges: SeenContest.hidden),
            scores: [1]
        )
        for viewer in [people[0], people[1]] {
            #expect(try await contest.board(as: viewer).items.count == 1)
            try await contest.fixture.relate(contest.owner, viewer, .blocked)
        }
        #expect(try await contest.board(as: people[0]).items.count == 1)
        await #expect(throws: ScoringError.boardNotFound.fault) {
            try await contest.board(as: people[1])
        }
    }

    @Test func `a public board is closed to others while its owner is not active`() async throws {
        let contest = try await contest(
            Fixture(challenges: SeenContest.hidden),
            scores: [1]
        )
        for standing: AccountStanding in [.hidden, .suspended, .deleted] {
            try await contest.fixture.introduce([contest.owner], as: standing)
            await #expect(throws: ScoringError.boardNotFound.fault) { try await contest.board() }
            #expect(try await contest.board(as: people[0]).items.count == 1)
        }
        try await contest.fixture.introduce([contest.owner], as: .active)
        #expect(try await contest.board().items.count == 1)
    }

    // Who is shown (2.11-block).

    @Test func `who is blocked with the viewer is a placeholder, and no rank moves`()
        async throws
    {
        let contest = try await contest(scores: [3, 2, 1])
        try await contest.fixture.relate(people[1], people[0], .blocked)
        for _ in 0..<2 {
            for (viewer, hidden) in [(0, 1), (1, 0)] {
                let rows = try await contest.board(as: people[viewer]).items
                #expect(rows.map(\.rank) == [1, 2, 3])
                #expect(rows[hidden].user == .hidden)
                #expect(rows[hidden].score == Amount(millionths: Int64(3 - hidden) * 1_000_000))
                #expect(rows[viewer].user.id == people[viewer] && rows[viewer].isMe)
                #expect(rows[2].user.id == people[2])
            }
            #expect(try await contest.board().items.map(\.user.id) == Array(people[0...2]))
            try await contest.complete()
            try await contest.freeze()
        }
    }

    @Test func `no cursor tells who a placeholder is, and pages stay whole`() async throws {
        // Ranked apart, equal, and without a rank.
        let contest = try await contest(scores: [3, 2, 2, 2, nil, nil, nil])
        let viewer = people[6]
        let hidden = [people[0], people[1], people[3], people[5]]
        for user in hidden {
            try await contest.fixture.relate(user, viewer, .blocked)
        }
        try await contest.fixture.relate(people[2], people[3], .blocked)
        for _ in 0..<2 {
            let whole = try await contest.board(as: viewer).items
            #expect(whole.count { $0.user == .hidden } == hidden.count)
            for limit in 1...6 {
                var cursor: String?
                var rows: [BoardRow] = []
                repeat {
                    let page = try await contest.board(as: viewer, limit: limit, cursor: cursor)
                    rows += page.items.filter { !$0.isMe }
                    cursor = page.nextCursor
                    try expect(cursor, namesNoneOf: hidden)
                } while cursor != nil
                #expect(rows == whole.filter { !$0.isMe })
            }
            let around = try await contest.board(as: people[2], around: .me, limit: 3)
            #expect(around.items.map(\.user.id) == [people[1], people[2], Person.hidden.id])
            try expect(around.nextCursor, namesNoneOf: [people[3]])
            let next = try await contest.board(as: people[2], cursor: around.nextCursor)
            #expect(next.items.map(\.user.id) == [2, 4, 5, 6].map { people[$0] })
            try await contest.complete()
            try await contest.freeze()
        }
    }

    @Test func `no cursor of a result names inactive players`() async throws {
        let contest = try await contest(scores: [7, 6, 5, 4, 3, 2, 1])
        let gone = [people[0], people[1], people[4]]
        try await contest.complete()
        try await contest.freeze()
        try await contest.fixture.introduce(gone, as: .deleted)
        for limit in 1...6 {
            var cursor: String?
            var ranks: [Int?] = []
            repeat {
                let page = try await contest.board(limit: limit, cursor: cursor)
                ranks += page.items.map(\.rank)
                cursor = page.nextCursor
                try expect(cursor, namesNoneOf: gone)
            } while cursor != nil
            #expect(ranks == [1, 2, 3, 4, 5, 6, 7])
        }
    }

    /// Expects that the text of a cursor holds none of some people's ids.
    private func expect(_ cursor: String?, namesNoneOf users: [UserID]) throws {
        guard let cursor else { return }
        let text = String(decoding: try #require(Base64URL.decode(cursor)), as: UTF8.self)
        for user in users { #expect(!text.contains("\(user)")) }
    }

    @Test(arguments: [AccountStanding.hidden, .suspended, .deleted, .unknown])
    func `an inactive player has no row on a live board, and ranks close up`(
        standing: AccountStanding
    ) async throws {
        let contest = try await contest(scores: [3, 2, 1])
        try await contest.fixture.introduce([people[0]], as: standing)
        let rows = try await contest.board().items
        #expect(
            rows.placings == [Placing(user: people[1], rank: 1), Placing(user: people[2], rank: 2)]
        )
        try await contest.fixture.introduce([people[0]], as: .active)
        #expect(try await contest.board().items.map(\.rank) == [1, 2, 3])
    }

    @Test func `missing names are fetched once, and a board without them leaves them out`()
        async throws
    {
        let strangers = (0..<3).map { _ in UserID() }
        let contest = try await contest(scores: [9])
        try await contest.tell(strangers.map { Player($0, 5) })
        #expect(try await contest.board().items.map(\.rank) == [1])
        let named = Fixture(
            identity: Switchboard {
                $0.on { (call: ListCards, _) in
                    ListCards.Reply(
                        cards: call.users.filter { $0 != strangers[2] }.map { user in
                            PersonCard(
                                person: Fixture.card(user, "Cem").person,
                                version: 1,
                                standing: user == strangers[1] ? .suspended : .active
                            )
                        }
                    )
                }
            }
        )
        let rows = try await named.scoring.call(
            GetBoard(contest: contest.id),
            in: CallContext(user: people[0], peer: .gateway)
        ).items
        #expect(Set(rows.map(\.user.firstName)) == ["", "Cem"])
        #expect(rows.map(\.rank) == [1, 2, 2])
        #expect(rows.count { $0.user == .hidden } == 1)
        // They are known now, so who is suspended has no row any more.
        #expect(try await contest.board().items.map(\.user.id) == [people[0], strangers[0]])
    }

    // Contests that are not known yet, or not as they are by now.

    @Test func `a contest that is not known is asked for, and has an empty board`() async throws {
        for visibility: ContestVisibility in [.public, .friends] {
            let seen = SeenContest(visibility: visibility)
            let contest = ToldContest(Fixture(challenges: seen.challenges))
            #expect(try await contest.board().items.isEmpty)
            #expect(try await contest.board().nextCursor == nil)
            await #expect(throws: ScoringError.notOnBoard.fault) {
                try await contest.board(around: .me)
            }
        }
        for visibility: ContestVisibility in [.private, .link] {
            for part: Participant.State? in [nil, .invited, .requested, .left, .removed] {
                let seen = SeenContest(visibility: visibility, part: part)
                let contest = ToldContest(Fixture(challenges: seen.challenges))
                await #expect(throws: ScoringError.boardNotFound.fault) {
                    try await contest.board()
                }
            }
            let joined = SeenContest(visibility: visibility, part: .joined)
            let contest = ToldContest(Fixture(challenges: joined.challenges))
            #expect(try await contest.board().items.isEmpty)
            let owned = SeenContest(visibility: visibility)
            let own = ToldContest(Fixture(challenges: owned.challenges))
            #expect(try await own.board(as: owned.owner).items.isEmpty)
            let over = SeenContest(visibility: visibility, state: .completed, part: .removed)
            let result = ToldContest(Fixture(challenges: over.challenges))
            #expect(try await result.board().items.isEmpty)
        }
        let contest = ToldContest(Fixture(challenges: SeenContest.hidden))
        await #expect(throws: ScoringError.boardNotFound.fault) { try await contest.board() }
    }

    @Test func `players whose contest is asked for are shown by its rules`() async throws {
        let seen = SeenContest(visibility: .public)
        let contest = ToldContest(Fixture(challenges: seen.challenges))
        try await contest.fixture.introduce(people)
        try await contest.tell([Player(people[0], 2), Player(people[1], 1)])
        let rows = try await contest.board().items
        #expect(
            rows.placings == [Placing(user: people[1], rank: 1), Placing(user: people[0], rank: 2)]
        )
        #expect(rows.map(\.progress?.millionths) == [1_000_000, 500_000])
    }

    @Test func `who joined, or owns it, a moment ago sees the board before the event arrives`()
        async throws
    {
        let late = UserID()
        var seen = SeenContest(visibility: .public, part: .joined)
        var contest = try await contest(Fixture(challenges: seen.challenges), scores: [1]) {
            $0.visibility = .private
        }
        #expect(try await contest.board(as: late).items.count == 1)
        // Beyond that, what was told counts: the board is as private as that says.
        seen.part = .invited
        contest = try await self.contest(Fixture(challenges: seen.challenges), scores: [1]) {
            $0.visibility = .private
        }
        await #expect(throws: ScoringError.boardNotFound.fault) {
            try await contest.board(as: late)
        }
        #expect(try await contest.board(as: seen.owner).items.count == 1)
    }

    @Test func `while challengesd is away, what is known is answered, and else it is a 503`()
        async throws
    {
        let away = Switchboard {
            $0.on { (_: GetContest, _) -> Contest in throw WireError.unavailable }
        }
        let known = try await contest(Fixture(challenges: away), scores: [1])
        #expect(try await known.board().items.count == 1)
        let unknown = ToldContest(known.fixture)
        await #expect(throws: WireError.unavailable.fault) { try await unknown.board() }
    }

    @Test func `a contest is asked for as the viewer`() async throws {
        let viewer = UserID()
        let fixture = Fixture(
            challenges: Switchboard {
                $0.on { (call: GetContest, context) -> Contest in
                    #expect(context.user == viewer)
                    #expect(context.peer == .scoring)
                    return SeenContest(visibility: .public).shown(as: call.contest)
                }
            }
        )
        #expect(try await ToldContest(fixture).board(as: viewer).items.isEmpty)
    }

    @Test func `a board needs somebody signed in`() async throws {
        await #expect(throws: WireError.signInNeeded.fault) {
            try await Fixture().scoring.call(
                GetBoard(contest: ChallengeID()),
                in: CallContext(peer: .gateway)
            )
        }
    }
}
