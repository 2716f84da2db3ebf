import Identifiers
import IdentityAPI
import Outbox
import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// Contests of more than a thousand players are ranked by a board, exactly, before they are moved
/// to it, meanwhile and afterwards (2.7-board).
@Suite(.freshDatabase(Scoring.migrations)) struct MovingTests {
    private typealias Player = ScoresChanged.Player

    /// A service that moves that many players in a transaction.
    private func boards(_ fixture: Fixture, movesMax: Int = 1_000) -> Boards {
        var boards = fixture.service.boards
        boards.movesMax = movesMax
        return boards
    }

    /// A contest that is counted by a board, with a crowd of more than a thousand.
    private func counted(
        _ crowd: ContestCrowd,
        fold: Bool = true
    ) async throws -> ToldContest {
        let contest = ToldContest()
        try await contest.fixture.introduce(crowd.players.map(\.user))
        try await contest.tell { $0.direction = crowd.lowerWins ? .lower : .higher }
        try await contest.tell(crowd.players)
        while try await contest.fixture.service.boards.move() > 0 {}
        #expect(try await contest.counter() != nil)
        if fold { while try await Database.fresh.fold() > 0 {} }
        return contest
    }

    @Test(arguments: [1_000, 1_001]) func `a contest has a board beyond a thousand players`(
        count: Int
    ) async throws {
        let contest = ToldContest()
        try await contest.tell()
        try await contest.tell((0..<count).map { Player(UserID(), Int64($0)) })
        let hasMoved = try await contest.fixture.service.boards.move() > 0
        #expect(hasMoved == (count > 1_000))
        while try await contest.fixture.service.boards.move() > 0 {}
        let counter = try await contest.counter()
        #expect((counter != nil) == (count > 1_000))
        #expect(try await Database.fresh.boardMoves(limit: 10).isEmpty)
    }

    @Test func `a contest of which nothing is known yet waits, and one without its people`()
        async throws
    {
        let contest = ToldContest()
        try await contest.tell((0..<1_001).map { Player(UserID(), Int64($0)) })
        let boards = contest.fixture.service.boards
        #expect(try await boards.move() == 0)
        try await contest.tell()
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                """
                INSERT INTO catch_ups (name, last)
                VALUES ('people', '00000000-0000-0000-0000-000000000000')
                """
            )
        }
        #expect(try await boards.move() == 0)
        while try await contest.fixture.service.catchUp() > 0 {}
        #expect(try await boards.move() == 1)
    }

    @Test(arguments: [false, true])
    func `every rank and page is what a count says, live and in the result`(
        lowerWins: Bool
    ) async throws {
        var dice = Dice(seed: lowerWins ? 11 : 12)
        var crowd = ContestCrowd(1_300, lowerWins: lowerWins, using: &dice)
        let contest = try await counted(crowd)
        crowd.inactive = Set(crowd.players.map(\.user).shuffled(using: &dice).prefix(60))
        for user in crowd.inactive {
            try await contest.fixture.list(user, false, as: .suspended)
        }
        let live = crowd.placings(keepsInactive: false)
        for fold in [0, 20, 100_000] {
            if fold > 0 { try await Database.fresh.fold(fold) }
            #expect(try await contest.wholeBoard(limit: 97).placings == live)
        }
        try await expectNeighbours(live, contest)
        try await contest.tell(version: 2) { head in
            head.direction = lowerWins ? .lower : .higher
            head.state = .completed
        }
        // They have rows now, without a rank, and lead to nobody.
        let frozen = crowd.placings(keepsInactive: true)
        var boards = boards(contest.fixture)
        boards.resultsMax = 500
        var rounds = 0
        repeat {
            let rows = try await contest.wholeBoard(limit: 100)
            #expect(rows.map(\.rank) == frozen.map(\.rank))
            for (row, placing) in zip(rows, frozen) where row.user != .hidden {
                #expect(row.user.id == placing.user)
            }
            rounds += 1
        } while try await boards.freeze() > 0
        #expect(rounds > 2)
        #expect(try await contest.placings() == frozen)
    }

    /// Checks pages around some players.
    private func expectNeighbours(
        _ placings: [Placing],
        _ contest: ToldContest
    ) async throws {
        let ends = [0, 1, 2, placings.count - 2, placings.count - 1]
        let edge = placings.firstIndex { $0.rank == nil } ?? 0
        for index in ends + Array((edge - 3)...(edge + 3)) + [placings.count / 2] {
            let page = try await contest.board(
                as: placings[index].user,
                around: .me,
                limit: 6
            )
            let start = min(max(0, index - 3), placings.count - 6)
            let wanted = start..<(start + 6)
            #expect(page.items.placings == Array(placings[wanted]))
            #expect(page.items.filter(\.isMe).map(\.user.id) == [placings[index].user])
            #expect((page.nextCursor == nil) == (index + 3 >= placings.count))
            // On a page that does not hold it, it comes first.
            let top = try await contest.board(as: placings[index].user, limit: 2)
            let own = index < 2 ? [] : [placings[index]]
            #expect(top.items.placings == own + Array(placings.prefix(2)))
        }
    }

    @Test func `while players are moved, log, come and leave, all ranks are exact`() async throws {
        var dice = Dice(seed: 13)
        var crowd = ContestCrowd(1_050, using: &dice)
        let contest = ToldContest()
        try await contest.fixture.introduce(crowd.players.map(\.user))
        try await contest.tell()
        try await contest.tell(crowd.players)
        let boards = boards(contest.fixture, movesMax: 150)
        var version: Int64 = 2
        while try await boards.move() > 0 {
            let newcomer = UserID()
            try await contest.fixture.introduce([newcomer])
            crowd.players.append(Player(newcomer, version))
            var told = [crowd.players[crowd.players.count - 1]]
            for _ in 0..<20 {
                let index = Int.random(in: 0..<crowd.players.count - 1, using: &dice)
                let user = crowd.players[index].user
                let state: Player.State = Bool.random(using: &dice) ? .joined : .left
                let score = Int64.random(in: -1..<200, using: &dice)
                crowd.players[index] =
                    Player(user, score < 0 ? nil : score, state, version: version)
                if !told.contains(where: { $0.user == user }) { told.append(crowd.players[index]) }
                told = told.map { one in one.user == user ? crowd.players[index] : one }
            }
            try await contest.tell(told)
            let wanted = crowd.placings(keepsInactive: false)
            #expect(try await contest.wholeBoard().placings == wanted)
            try await Database.fresh.fold(300)
            version += 1
        }
        #expect(version > 8)
        #expect(try await contest.counter() != nil)
        while try await Database.fresh.fold() > 0 {}
        #expect(
            try await contest.wholeBoard().placings == crowd.placings(keepsInactive: false)
        )
        #expect(try await contest.miscounted() == 0)
    }

    @Test func `two replicas, scores and standings at once lose nobody`() async throws {
        var dice = Dice(seed: 14)
        let crowd = ContestCrowd(1_020, using: &dice)
        let contest = ToldContest()
        let users = crowd.players.map(\.user)
        try await contest.fixture.introduce(users)
        try await contest.tell()
        try await contest.tell(crowd.players)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                let boards = boards(Fixture(), movesMax: 50)
                group.addTask {
                    while try await !Database.fresh.boardMoves(limit: 1).isEmpty {
                        _ = try await boards.move()
                    }
                }
            }
            group.addTask {
                for index in 0..<40 {
                    try await contest.tell([Player(users[index * 20], Int64(index), version: 2)])
                    let newcomer = UserID()
                    try await contest.tell([Player(newcomer, Int64(index))])
                    if index.isMultiple(of: 4) {
                        try await contest.fixture.list(newcomer, false, as: .suspended)
                    }
                }
            }
            group.addTask {
                for index in 0..<40 {
                    let standing: AccountStanding = index.isMultiple(of: 3) ? .active : .hidden
                    try await contest.fixture.list(
                        users[index % 7],
                        false,
                        as: standing,
                        version: Int64(2 + index)
                    )
                }
            }
            group.addTask { for limit in 1...20 { try await Database.fresh.fold(10 * limit) } }
            try await group.waitForAll()
        }
        #expect(try await contest.miscounted() == 0)
        let first = try await contest.wholeBoard().placings
        while try await Database.fresh.fold() > 0 {}
        #expect(try await contest.wholeBoard().placings == first)
        #expect(try await contest.miscounted() == 0)
        // As one statement ranks them, which looks at nothing that was counted.
        let board = try #require(try await Database.fresh.board(of: contest.id, for: UserID()))
        let ranked = try await Database.fresh.all(
            """
            SELECT user_id, rank FROM (\(ranksOf: board.board)) AS board
            ORDER BY is_unranked, place, reached_at, user_id
            """
        ) { row in try Placing(user: row.next(), rank: row.next()) }
        // Newcomers who never had a card have no name, and no row in an answer.
        let known = Set(first.map(\.user))
        #expect(ranked.filter { known.contains($0.user) } == first)
    }

    @Test func `an inactive player leaves each large board, and completed results stay`()
        async throws
    {
        var dice = Dice(seed: 15)
        let crowd = ContestCrowd(1_001, using: &dice)
        let (live, over) = (try await counted(crowd), try await counted(crowd))
        let frozen = crowd.placings(keepsInactive: true)
        let gone = try #require(frozen.first { $0.rank != nil }).user
        try await over.complete()
        var after = crowd
        after.inactive = [gone]
        try await live.fixture.list(gone, false, as: .suspended)
        #expect(
            try await live.wholeBoard().placings == after.placings(keepsInactive: false)
        )
        let rows = try await over.wholeBoard()
        #expect(rows.map(\.rank) == frozen.map(\.rank))
        #expect(rows.first?.user == .hidden)
        try await live.fixture.list(gone, false, as: .active, version: 3)
        #expect(try await live.wholeBoard().placings == frozen)
        #expect(try await live.miscounted() == 0)
        #expect(try await over.miscounted() == 0)
    }

    @Test func `a contest that is completed before it is moved has its result without a board`()
        async throws
    {
        var dice = Dice(seed: 16)
        let crowd = ContestCrowd(1_010, using: &dice)
        let contest = ToldContest()
        try await contest.tell()
        try await contest.tell(crowd.players)
        let boards = boards(contest.fixture, movesMax: 100)
        #expect(try await boards.move() == 1)
        try await contest.complete()
        while try await boards.move() > 0 {}
        #expect(try await Database.fresh.boardMoves(limit: 1).isEmpty)
        #expect(try await contest.counter() == nil)
        let placings = crowd.placings(keepsInactive: true)
        #expect(try await contest.placings() == placings)
        try await contest.freeze()
        #expect(try await contest.placings() == placings)
    }

    @Test func `the largest scores are ranked`() async throws {
        let most = Amount.millionthsMax
        let scores: [Int64] = [most, most, most - 1, 1 << 54, 1 << 54 - 1, 0, -1, -most]
        let users = scores.map { _ in UserID() }
        for lowerWins in [false, true] {
            let contest = ToldContest()
            try await contest.fixture.introduce(users)
            try await contest.tell { $0.direction = lowerWins ? .lower : .higher }
            try await contest.tell((0..<1_000).map { _ in Player(UserID(), nil) })
            try await contest.tell(
                zip(users, scores).map { user, score in
                    var player = Player(user, 0)
                    player.score = Amount(millionths: score)
                    return player
                }
            )
            while try await contest.fixture.service.boards.move() > 0 {}
            let wanted = scores.map { own in
                1 + scores.count { lowerWins ? $0 < own : $0 > own }
            }
            for _ in 0..<2 {
                for (user, rank) in zip(users, wanted) {
                    let page = try await contest.board(as: user, around: .me, limit: 1)
                    #expect(page.items.map(\.rank) == [rank])
                }
                #expect(try await contest.miscounted() == 0)
                while try await Database.fresh.fold() > 0 {}
            }
        }
    }

    @Test func `the loop moves a contest`() async throws {
        let contest = ToldContest()
        try await contest.tell()
        try await contest.tell((0..<1_001).map { Player(UserID(), Int64($0)) })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await contest.fixture.service.moving.run() }
            try await eventually("it is moved") { try await contest.counter() != nil }
            group.cancelAll()
        }
        #expect(try await contest.miscounted() == 0)
    }

    /// A contest that had its players before this release.
    @Test(.freshDatabase(Array(Scoring.migrations.prefix { $0.name != "m08_count_windows" })))
    func `a contest that was large before this release is moved, without inactive players`()
        async throws
    {
        let contest = ChallengeID()
        let users = (0..<1_200).map { _ in UserID() }
        try await Database.fresh.transaction { tx in
            try await tx.run(
                """
                INSERT INTO people (id, username, first_name, last_name, version, standing)
                SELECT id, id::text, '', '', 1, CASE WHEN id = \(users[7]) THEN 'suspended' END
                FROM unnest(\(users)) AS id
                """
            )
            try await tx.run(
                """
                INSERT INTO contest_boards (challenge, kind, name, owner, visibility, direction,
                    score, state, is_hidden, hides_values, version, results_written)
                VALUES (\(contest), 'open', 'Swim', \(users[0]), 'public', 'higher', 'raw',
                    'active', false, false, 1, 0)
                """
            )
            try await tx.run(
                """
                INSERT INTO contest_players (challenge, user_id, state, is_kept, was_inactive,
                    score, entries, reached_at, version)
                SELECT \(contest), id, 'joined', false, false, number * 10, 1, now(), 1
                FROM unnest(\(users)) WITH ORDINALITY AS known(id, number)
                """
            )
        }
        try await Database.fresh.migrate(Scoring.migrations)
        let fixture = Fixture()
        func expectRanks() async throws {
            for (index, rank) in [(1_199, 1), (8, 1_192), (6, 1_193), (0, 1_199)] {
                let page = try await fixture.scoring.call(
                    GetBoard(contest: contest, around: .me, limit: 1),
                    in: CallContext(user: users[index], peer: .gateway)
                )
                #expect(page.items.map(\.rank) == [rank])
            }
            await #expect(throws: ScoringError.notOnBoard.fault) {
                _ = try await fixture.scoring.call(
                    GetBoard(contest: contest, around: .me),
                    in: CallContext(user: users[7], peer: .gateway)
                )
            }
        }
        #expect(try await fixture.service.boards.move() == 0)
        try await expectRanks()
        while try await fixture.service.catchUp() > 0 {}
        try await expectRanks()
        while try await fixture.service.boards.move() > 0 {}
        let known = try #require(try await Database.fresh.board(of: contest, for: UserID()))
        #expect(known.board.counter != nil)
        try await expectRanks()
    }
}

extension ToldContest {
    /// The number of the board that ranks its players; `nil` while one statement does.
    fileprivate func counter() async throws -> Int32? {
        try await Database.fresh.board(of: id, for: UserID())?.board.counter
    }

    /// How many of its players have another place on its board than a count in the same snapshot
    /// says, or are counted though they should not be.
    fileprivate func miscounted() async throws -> Int {
        try await Database.fresh.one(
            """
            SELECT count(*) FROM (
                SELECT player.board, place, was_shown.is_shown,
                    rank() OVER (ORDER BY place) - 1 AS above,
                    count(place) OVER () AS players
                FROM contest_players AS player CROSS JOIN LATERAL (
                    SELECT score IS NOT NULL AND is_shown AND (state = 'joined' OR is_kept)
                        AS is_shown
                ) AS was_shown
                WHERE challenge = \(id)
            ) AS counted LEFT JOIN LATERAL board_place(board, -place) AS found ON true
            WHERE board IS NULL OR (place IS NOT NULL) <> is_shown
                OR place IS NOT NULL AND (found.above, found.players)
                    IS DISTINCT FROM (counted.above, counted.players)
            """
        ) { row in try row.next() }
    }
}
