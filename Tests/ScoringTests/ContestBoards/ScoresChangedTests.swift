import Identifiers
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

@Suite(.freshDatabase(Scoring.migrations)) struct ScoresChangedTests {
    private typealias Player = ScoresChanged.Player

    private let ana = UserID()
    private let bo = UserID()

    /// A contest with Ana before Bo.
    private func contest(
        _ state: ContestChanged.State = .active
    ) async throws -> ToldContest {
        let contest = ToldContest()
        try await contest.fixture.introduce([ana, bo])
        try await contest.tell { $0.state = state }
        try await contest.tell([Player(ana, 2), Player(bo, 1)])
        return contest
    }

    private func ranks(_ contest: ToldContest) async throws -> [UserID?] {
        try await contest.wholeBoard().placings.map { $0.rank == nil ? nil : $0.user }
    }

    @Test func `a newer version of a player replaces the older one, whichever comes first`()
        async throws
    {
        let contest = try await contest()
        try await contest.tell([Player(bo, 5, version: 3)])
        #expect(try await ranks(contest) == [bo, ana])
        for version: Int64 in [2, 3] {
            try await contest.tell([Player(bo, 1, version: version)])
            #expect(try await ranks(contest) == [bo, ana])
        }
        try await contest.tell([Player(bo, nil, version: 4)])
        #expect(try await ranks(contest) == [ana, nil])
    }

    @Test func `of a player who is told twice in one event, the newer version counts`()
        async throws
    {
        let contest = try await contest()
        try await contest.tell([Player(bo, 5, version: 3), Player(bo, 1, version: 2)])
        #expect(try await ranks(contest) == [bo, ana])
        try await contest.tell([Player(bo, 1, version: 4), Player(bo, 6, version: 5)])
        #expect(try await ranks(contest) == [bo, ana])
    }

    @Test(arguments: [ScoresChanged.Player.State.left, .removed, .unknown])
    func `who is no longer in it has no row, and has it again on coming back`(
        state: ScoresChanged.Player.State
    ) async throws {
        let contest = try await contest()
        try await contest.tell([Player(ana, 2, state, version: 2)])
        #expect(try await contest.wholeBoard().placings == [Placing(user: bo, rank: 1)])
        try await contest.tell([Player(ana, 2, version: 3)])
        #expect(try await ranks(contest) == [ana, bo])
    }

    @Test(arguments: [ScoresChanged.Player.State.left, .removed])
    func `who leaves while it settles keeps the place, with what is decided after`(
        state: ScoresChanged.Player.State
    ) async throws {
        let contest = try await contest(.settling)
        let cem = UserID()
        try await contest.fixture.introduce([cem])
        try await contest.tell([Player(ana, 2, state, version: 2)])
        #expect(try await ranks(contest) == [ana, bo])
        try await contest.tell([Player(ana, nil, state, version: 3)])
        #expect(try await ranks(contest) == [bo, nil])
        // Who was out of it before does not come back.
        try await contest.tell([Player(cem, 9, state)])
        try await contest.tell([Player(cem, 8, state, version: 2)])
        #expect(try await ranks(contest) == [bo, nil])
        try await contest.complete()
        try await contest.freeze()
        #expect(
            try await contest.wholeBoard().placings == [
                Placing(user: bo, rank: 1), Placing(user: ana, rank: nil),
            ]
        )
    }

    @Test(arguments: [ContestChanged.State.scheduled, .active, .cancelled])
    func `who leaves before it settles has no row when it is completed`(
        state: ContestChanged.State
    ) async throws {
        let contest = try await contest(state)
        try await contest.tell([Player(ana, 2, .left, version: 2)])
        try await contest.tell(version: 2) { $0.state = .settling }
        try await contest.tell([Player(ana, 1, .left, version: 3)])
        try await contest.complete()
        #expect(try await contest.wholeBoard().placings == [Placing(user: bo, rank: 1)])
    }

    @Test func `after the completion nothing changes a rank, a row, or who has one`()
        async throws
    {
        let contest = try await contest()
        try await contest.complete()
        for version: Int64 in [10, 20] {
            let before = try await contest.wholeBoard()
            try await contest.tell([
                Player(ana, nil, .removed, version: version), Player(bo, 9, version: version),
                Player(UserID(), 9),
            ])
            #expect(try await contest.wholeBoard() == before)
            #expect(before.placings.map(\.user) == [ana, bo])
            try await contest.freeze()
        }
    }

    @Test func `what was told of a player is shown`() async throws {
        let contest = try await contest()
        let moment = Instant(microseconds: 1_700_000_000_123_456)
        try await contest.tell(version: 2) { $0.goal = Amount(millionths: 8_000_000) }
        try await contest.tell([
            ScoresChanged.Player(
                user: ana,
                state: .joined,
                value: Amount(millionths: 2_000_001),
                score: Amount(millionths: 3_000_002),
                entries: 7,
                target: nil,
                reachedAt: moment,
                completedAt: moment,
                version: 2
            )
        ])
        for _ in 0..<2 {
            let row = try #require(try await contest.wholeBoard().first)
            #expect(row.user.id == ana)
            #expect(row.value == Amount(millionths: 2_000_001))
            #expect(row.score == Amount(millionths: 3_000_002))
            #expect(row.progress == Amount(millionths: 250_000))
            #expect(row.entries == 7)
            #expect(row.completedAt == moment)
            try await contest.tell(version: 3) { head in
                head.goal = Amount(millionths: 8_000_000)
                head.state = .completed
            }
            try await contest.freeze()
        }
    }

    @Test func `contests do not touch each other, nor the points`() async throws {
        let contest = try await contest()
        let other = ToldContest(contest.fixture)
        try await other.tell()
        try await other.tell([Player(bo, 7)])
        try await contest.fixture.pay(ana, by: bo)
        #expect(try await ranks(contest) == [ana, bo])
        #expect(try await other.wholeBoard().placings == [Placing(user: bo, rank: 1)])
        #expect(try await contest.fixture.points(of: ana) == 100)
    }

    @Test func `the largest scores are ranked exactly`() async throws {
        let contest = ToldContest()
        try await contest.fixture.introduce([ana, bo])
        func player(_ user: UserID, _ millionths: Int64) -> Player {
            var player = Player(user, 1)
            player.value = Amount(millionths: millionths)
            player.score = player.value
            return player
        }
        try await contest.tell([
            player(ana, Amount.millionthsMax - 1), player(bo, Amount.millionthsMax),
        ])
        for (version, direction) in [(1, ContestChanged.Direction.higher), (2, .lower)] {
            try await contest.tell(version: Int64(version)) { $0.direction = direction }
            let wanted = direction == .higher ? [bo, ana] : [ana, bo]
            #expect(try await contest.wholeBoard(limit: 1).map(\.user.id) == wanted)
        }
    }
}
