import Identifiers
import IdentityAPI
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// Who loses one of the first three ranks of a live board is told, once in a while (2.13-podium).
@Suite(.freshDatabase(Scoring.migrations)) struct RankLostTests {
    private typealias Player = ScoresChanged.Player

    private let clock = StoppedClock()
    private let ana = UserID()
    private let bo = UserID()
    private let cy = UserID()

    /// A contest with Ana before Bo.
    private func contest(
        _ change: (inout ContestChanged) -> Void = { _ in }
    ) async throws -> ToldContest {
        let contest = ToldContest(Fixture(now: { [clock] in clock.now }))
        try await contest.tell(version: 1, change)
        try await contest.tell([Player(ana, 2), Player(bo, 1)])
        return contest
    }

    private func told(_ contest: ToldContest) async throws -> [[UserID]] {
        try await contest.fixture.told(.rankLost).map(\.people)
    }

    @Test func `who is passed is told, of which contest`() async throws {
        let contest = try await contest()
        #expect(try await told(contest) == [])
        try await contest.tell([Player(bo, 3, version: 2)])
        let notice = try #require(try await contest.fixture.told(.rankLost).first)
        #expect(notice.people == [ana])
        #expect(notice.challenge == contest.id)
        #expect(notice.subject == Notice.Subject(contest: contest.id))
        #expect(notice.name == "Water")
        #expect(notice.at == clock.now)
        #expect(notice.actor == nil && notice.expiresAt == nil)
        let rank = try await Database.fresh.one("SELECT rank FROM podiums") { row in
            try row.next(Int.self)
        }
        #expect(rank == 1)
    }

    @Test func `all who are passed at once are told, the fourth is not`() async throws {
        let contest = try await contest()
        let di = UserID()
        try await contest.tell([Player(ana, 9, version: 2), Player(bo, 8, version: 2)])
        try await contest.tell([Player(cy, 7), Player(di, 6)])
        #expect(try await told(contest) == [])
        try await contest.tell([Player(UserID(), 10)])
        #expect(try await told(contest) == [[ana, bo, cy].sorted()])
    }

    @Test func `who is told hears nothing more from the contest for six hours`() async throws {
        let contest = try await contest()
        var version: Int64 = 1
        /// Bo passes Ana, and she passes him again.
        func pass() async throws {
            for user in [bo, ana] {
                version += 1
                try await contest.tell([Player(user, version * 10, version: version)])
            }
        }
        try await pass()
        #expect(try await told(contest) == [[ana], [bo]])
        clock.advance(by: .hours(6) - .microseconds(1))
        try await pass()
        #expect(try await told(contest) == [[ana], [bo]])
        clock.advance(by: .microseconds(1))
        try await pass()
        #expect(try await told(contest) == [[ana], [bo], [ana], [bo]])
        let causes = try await contest.fixture.told(.rankLost).map(\.cause)
        #expect(Set(causes).count == 2)
        #expect(causes[0] != causes[2])
        try await pass()
        #expect(try await told(contest).count == 4)
    }

    @Test func `the silence of one contest is not that of another, nor of another person`()
        async throws
    {
        let (one, other) = (try await contest(), try await contest())
        try await one.tell([Player(bo, 3, version: 2)])
        try await other.tell([Player(bo, 3, version: 2)])
        try await one.tell([Player(cy, 9)])
        #expect(
            try await one.fixture.told(.rankLost).map { "\($0.people) \($0.challenge == one.id)" }
                == ["\([ana]) true", "\([ana]) false", "\([bo]) true"]
        )
    }

    @Test func `the silence is the operator's`() async throws {
        let boards = Scoring(
            database: .fresh,
            identity: Fixture().scoring,
            challenges: Fixture().scoring,
            rankLostEvery: .seconds(1)
        ).boards
        #expect(boards.rankLostEvery == .seconds(1))
        #expect(Fixture().service.boards.rankLostEvery == .hours(6))
    }

    @Test func `the lower value passes where it wins`() async throws {
        let contest = try await contest { $0.direction = .lower }
        try await contest.tell([Player(bo, 3, version: 2)])
        #expect(try await told(contest) == [])
        try await contest.tell([Player(ana, 1, version: 2)])
        #expect(try await told(contest) == [])
        try await contest.tell([Player(bo, 0, version: 3)])
        #expect(try await told(contest) == [[ana]])
    }

    @Test func `who falls by their own change, or leaves, is not told`() async throws {
        let contest = try await contest()
        try await contest.tell([Player(ana, nil, version: 2)])
        try await contest.tell([Player(ana, 2, version: 3)])
        #expect(try await told(contest) == [[bo]])
        try await contest.tell([Player(ana, 2, .left, version: 4)])
        #expect(try await told(contest) == [[bo]])
    }

    @Test func `an event that is not newer passes nobody`() async throws {
        let contest = try await contest()
        try await contest.tell([Player(bo, 9)])
        #expect(try await told(contest) == [])
    }

    @Test func `only a contest that is under way tells`() async throws {
        for state in [ContestChanged.State.scheduled, .cancelled, .completed, .unknown] {
            let contest = try await contest()
            try await contest.tell(version: 2) { $0.state = state }
            try await contest.tell([Player(bo, 3, version: 2)])
            #expect(try await told(contest) == [])
        }
    }

    @Test func `while it settles it tells too`() async throws {
        let contest = try await contest()
        try await contest.tell(version: 2) { $0.state = .settling }
        try await contest.tell([Player(bo, 3, version: 2)])
        #expect(try await told(contest) == [[ana]])
    }

    @Test func `who left while it settles keeps the place, and is told nothing`() async throws {
        let contest = try await contest()
        try await contest.tell(version: 2) { $0.state = .settling }
        try await contest.tell([Player(ana, 2, .left, version: 2)])
        try await contest.tell([Player(cy, 3)])
        #expect(try await told(contest) == [[bo]])
    }

    @Test func `a contest that was hidden tells nobody, nor one that is not known`() async throws {
        let contest = try await contest { $0.isHidden = true }
        try await contest.tell([Player(bo, 3, version: 2)])
        #expect(try await told(contest) == [])
        let unknown = ToldContest(contest.fixture)
        try await unknown.tell([Player(ana, 2)])
        try await unknown.tell([Player(bo, 3)])
        #expect(try await told(contest) == [])
    }

    @Test func `who is not active holds no rank, and passes nobody`() async throws {
        let contest = try await contest()
        try await contest.fixture.introduce([ana], as: .suspended)
        // Bo is first by now.
        try await contest.tell([Player(ana, 9, version: 2)])
        #expect(try await told(contest) == [])
        try await contest.tell([Player(cy, 5)])
        #expect(try await told(contest) == [[bo]])
    }

    @Test func `where many share a rank nobody is told`() async throws {
        let contest = ToldContest(Fixture(now: { [clock] in clock.now }))
        try await contest.tell()
        try await contest.tell((0..<11).map { _ in Player(UserID(), 5) })
        try await contest.tell([Player(ana, 6)])
        #expect(try await told(contest) == [])
        try await contest.tell([Player(bo, 7)])
        #expect(try await told(contest) == [[ana]])
    }

    @Test func `a repetition of the event tells nobody again`() async throws {
        let contest = try await contest()
        let event = EventID()
        for _ in 0..<2 {
            try await contest.fixture.deliver(
                ScoresChanged(challenge: contest.id, players: [Player(bo, 3, version: 2)]),
                from: .challenges,
                as: event
            )
            clock.advance(by: .hours(7))
        }
        #expect(try await told(contest) == [[ana]])
    }
}
