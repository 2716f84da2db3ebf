import FoundationEssentials
import Identifiers
import IdentityAPI
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

@Suite(.freshDatabase(Scoring.migrations)) struct ContestChangedTests {
    private let ana = UserID()
    private let bo = UserID()

    private func stored(_ contest: ToldContest) async throws -> ContestBoard? {
        try await Database.fresh.board(of: contest.id, for: ana)?.board
    }

    @Test func `a contest is kept as it was told`() async throws {
        let contest = ToldContest()
        let head = contest.head(version: 3) { head in
            head.kind = .open
            head.name = "Ünïcode 🏃"
            head.visibility = .link
            head.direction = .lower
            head.score = .percent
            head.goal = Amount(millionths: 42_195_000)
            head.state = .scheduled
            head.isHidden = true
        }
        #expect(try await stored(contest) == nil)
        try await contest.fixture.deliver(head, from: .challenges)
        #expect(try await stored(contest) == ContestBoard(head))
    }

    @Test func `an older version changes nothing, nor does the same`() async throws {
        let contest = ToldContest()
        let head = contest.head(version: 5)
        try await contest.fixture.deliver(head, from: .challenges)
        for version: Int64 in [4, 5] {
            try await contest.tell(version: version) { $0.visibility = .private }
            #expect(try await stored(contest) == ContestBoard(head))
        }
        try await contest.tell(version: 6) { $0.visibility = .private }
        #expect(try await stored(contest)?.visibility == .private)
    }

    @Test func `players who are known before their contest are shown once it is known`()
        async throws
    {
        let contest = ToldContest()
        try await contest.fixture.introduce([ana, bo])
        try await contest.tell([ScoresChanged.Player(ana, 2), ScoresChanged.Player(bo, 1)])
        try await contest.tell { $0.direction = .lower }
        #expect(
            try await contest.wholeBoard().placings == [
                Placing(user: bo, rank: 1), Placing(user: ana, rank: 2),
            ]
        )
    }

    @Test func `a completed contest stays so, and keeps what its ranks depend on`() async throws {
        let contest = ToldContest()
        try await contest.fixture.introduce([ana, bo])
        try await contest.tell()
        try await contest.tell([ScoresChanged.Player(ana, 2), ScoresChanged.Player(bo, 1)])
        try await contest.complete(version: 2)
        for isFrozen in [false, true] {
            try await contest.tell(version: isFrozen ? 4 : 3) { head in
                head.state = .active
                head.direction = .lower
                head.score = .percent
                head.goal = Amount(millionths: 1)
                head.name = "Wine"
            }
            let board = try #require(try await stored(contest))
            #expect(board.isCompleted && board.isFrozen == isFrozen)
            #expect(board.name == "Wine")
            #expect(board.goal == nil)
            #expect(
                try await contest.wholeBoard().placings == [
                    Placing(user: ana, rank: 1), Placing(user: bo, rank: 2),
                ]
            )
            try await contest.freeze()
        }
        // Who may see it can change.
        try await contest.tell(version: 5) { $0.visibility = .private }
        #expect(try await stored(contest)?.visibility == .private)
        #expect(try await contest.fixture.emitted(PeopleTold.self).count == 1)
    }

    @Test func `a player inactive at completion has no rank, and the next ranks move up`()
        async throws
    {
        let contest = ToldContest()
        let cem = UserID()
        try await contest.fixture.introduce([ana, bo, cem])
        try await contest.tell()
        try await contest.tell([
            ScoresChanged.Player(ana, 3), ScoresChanged.Player(bo, 2),
            ScoresChanged.Player(cem, 1),
        ])
        try await contest.fixture.introduce([ana], as: .suspended)
        try await contest.complete()
        // What becomes of people afterwards changes no rank.
        try await contest.fixture.introduce([ana])
        try await contest.fixture.introduce([bo], as: .suspended)
        let result = [
            Placing(user: bo, rank: 1), Placing(user: cem, rank: 2), Placing(user: ana, rank: nil),
        ]
        #expect(try await contest.placings() == result)
        try await contest.freeze()
        #expect(try await contest.placings() == result)
        let rows = try await contest.wholeBoard()
        #expect(rows.map(\.user.id) == [Person.hidden.id, cem, ana])
        #expect(rows[0].user == .hidden)
        #expect(rows[2].value == Amount(millionths: 3_000_000))
        try await contest.fixture.introduce([bo], as: .deleted)
        #expect(try await contest.wholeBoard().first?.user == .deleted)
    }

    @Test func `who was not yet noted as not active has no rank either`() async throws {
        let contest = ToldContest()
        try await contest.fixture.introduce([ana, bo])
        try await contest.tell()
        try await contest.tell([ScoresChanged.Player(ana, 3), ScoresChanged.Player(bo, 2)])
        try await contest.fixture.introduce([ana], as: .suspended)
        // As an upgrade leaves them until its step reaches them.
        try await Database.fresh.run("UPDATE contest_players SET is_shown = true")
        try await Database.fresh.run(
            "INSERT INTO catch_ups (name, last) VALUES (\(CatchUp.people.rawValue), \(UUID()))"
        )
        try await contest.complete()
        #expect(
            try await contest.placings() == [
                Placing(user: bo, rank: 1), Placing(user: ana, rank: nil),
            ]
        )
    }

    @Test func `what a later release tells is kept as unknown`() async throws {
        let contest = ToldContest()
        try await contest.tell { head in
            head.kind = .unknown
            head.visibility = .unknown
            head.direction = .unknown
            head.score = .unknown
            head.state = .unknown
        }
        let board = try #require(try await stored(contest))
        #expect(board.visibility == .unknown && board.state == .unknown)
        #expect(!board.isCompleted && !board.lowerWins)
    }

    @Test func `a repetition of the same event changes nothing`() async throws {
        let contest = ToldContest()
        let event = EventID()
        let head = contest.head(version: 2)
        for _ in 0..<2 {
            try await contest.fixture.deliver(head, from: .challenges, as: event)
        }
        #expect(try await stored(contest) == ContestBoard(head))
    }

    @Test func `only challengesd may tell of contests`() async throws {
        let contest = ToldContest()
        for sender: ServiceName in [.identity, .media, .gateway] {
            await #expect(throws: WireError.forbidden.fault) {
                try await contest.fixture.deliver(contest.head(), from: sender)
            }
        }
    }
}
