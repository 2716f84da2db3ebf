import Identifiers
import IdentityAPI
import Outbox
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
        // Bo meets her before he passes her.
        try await contest.tell([Player(bo, 2, version: 2)])
        #expect(try await told(contest) == [])
        try await contest.tell([Player(bo, 3, version: 3)])
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

    @Test func `an inactive player holds no rank, and passes no other`() async throws {
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
                ScoresChanged(contest: contest.id, players: [Player(bo, 3, version: 2)]),
                from: .challenges,
                as: event
            )
            clock.advance(by: .hours(7))
        }
        #expect(try await told(contest) == [[ana]])
    }

    // Ranks that are regained.

    /// Whose notices of lost ranks were taken back, with the causes.
    private func takenBack(
        _ contest: ToldContest
    ) async throws -> [(people: [UserID], cause: String?)] {
        try await contest.fixture.emitted(NoticesSettled.self)
            .filter { $0.subject == Notice.Subject(contest: contest.id) }
            .map { settled in
                #expect(settled.kinds == [.rankLost])
                #expect(settled.outcome == .gone)
                return (settled.people ?? [], settled.cause)
            }
    }

    @Test func `who has the rank again, however that came, loses the notice`() async throws {
        let ways: [@Sendable (ToldContest, UserID, UserID) async throws -> Void] = [
            // A better entry; one just as good.
            { contest, ana, _ in try await contest.tell([Player(ana, 4, version: 2)]) },
            { contest, ana, _ in try await contest.tell([Player(ana, 3, version: 2)]) },
            // The other's entry is deleted, or changed, or beyond an early end.
            { contest, _, bo in try await contest.tell([Player(bo, nil, version: 3)]) },
            { contest, _, bo in try await contest.tell([Player(bo, 2, version: 3)]) },
            // The other leaves, or is removed.
            { contest, _, bo in try await contest.tell([Player(bo, 3, .left, version: 3)]) },
            { contest, _, bo in try await contest.tell([Player(bo, 3, .removed, version: 3)]) },
        ]
        for way in ways {
            let contest = try await contest()
            try await contest.tell([Player(bo, 3, version: 2)])
            #expect(try await takenBack(contest).isEmpty)
            let lost = try #require(
                try await contest.fixture.told(.rankLost).first { $0.challenge == contest.id }
            )
            clock.advance(by: .minutes(1))
            try await way(contest, ana, bo)
            let settled = try await takenBack(contest)
            #expect(settled.map(\.people) == [[ana]])
            #expect(settled.map(\.cause) == [lost.cause])
            // Once.
            try await contest.tell([Player(ana, 10, version: 9)])
            #expect(try await takenBack(contest).count == 1)
        }
    }

    @Test func `who is still behind the rank keeps the notice`() async throws {
        let contest = try await contest()
        try await contest.tell([Player(bo, 3, version: 2)])
        // Passed by another one; better, but not enough; out of it.
        try await contest.tell([Player(cy, 4)])
        try await contest.tell([Player(ana, 2, at: 9, version: 2)])
        try await contest.tell([Player(bo, nil, version: 3)])
        try await contest.tell([Player(ana, 9, .left, version: 3)])
        #expect(try await takenBack(contest).flatMap(\.people).contains(ana) == false)
    }

    @Test func `each lost rank is regained by itself`() async throws {
        let contest = ToldContest(Fixture(now: { [clock] in clock.now }))
        try await contest.tell()
        try await contest.tell([Player(ana, 5)])
        try await contest.tell([Player(bo, 6)])
        clock.advance(by: .hours(6))
        try await contest.tell([Player(cy, 7)])
        let lost = try await contest.fixture.told(.rankLost)
        let first = try #require(lost.first { $0.people == [ana] })
        let second = try #require(lost.last { $0.people.contains(ana) })
        #expect(first.cause != second.cause)
        // The second rank, then the first one.
        try await contest.tell([Player(cy, nil, version: 2)])
        var settled = try await takenBack(contest)
        #expect(settled.filter { $0.people.contains(ana) }.map(\.cause) == [second.cause])
        try await contest.tell([Player(bo, nil, version: 2)])
        settled = try await takenBack(contest)
        #expect(
            settled.filter { $0.people.contains(ana) }.map(\.cause)
                == [second.cause, first.cause]
        )
    }

    @Test func `what was lost, regained and lost again is told and taken back again`()
        async throws
    {
        let contest = try await passedAgain(ana)
        // Told of the first loss, which was regained when Bo fell.
        #expect(try await takenBack(contest).map(\.people) == [[ana]])
        clock.advance(by: .hours(6))
        #expect(try await endSilences() == 1)
        let causes = try await contest.fixture.told(.rankLost).map(\.cause)
        try await contest.tell([Player(bo, 1, version: 6)])
        #expect(try await takenBack(contest).map(\.cause) == causes)
    }

    @Test func `where many share the rank all of them have it`() async throws {
        let contest = ToldContest(Fixture(now: { [clock] in clock.now }))
        try await contest.tell()
        try await contest.tell([Player(ana, 5)])
        try await contest.tell([Player(bo, 6)])
        #expect(try await told(contest) == [[ana]])
        // More than are looked at share the first rank with Bo.
        try await contest.tell((0..<20).map { _ in Player(UserID(), 6) })
        try await contest.tell([Player(ana, 6, version: 2)])
        #expect(try await takenBack(contest).map(\.people) == [[ana]])
        // Ana falls, and comes back with the others when she is not among those who changed.
        clock.advance(by: .hours(6))
        try await contest.tell([Player(ana, 7, version: 3)])
        try await contest.tell([Player(bo, 8, version: 2)])
        #expect(try await told(contest) == [[ana], [ana]])
        try await contest.tell([Player(cy, 7)] + (0..<20).map { _ in Player(UserID(), 7) })
        try await contest.tell([Player(bo, nil, version: 3)])
        #expect(try await takenBack(contest).map(\.people) == [[ana], [ana]])
    }

    @Test func `a repetition of the event takes nothing back again`() async throws {
        let contest = try await contest()
        try await contest.tell([Player(bo, 3, version: 2)])
        let event = ScoresChanged(contest: contest.id, players: [Player(bo, nil, version: 3)])
        let id = EventID()
        for _ in 0..<2 { try await contest.fixture.deliver(event, from: .challenges, as: id) }
        #expect(try await takenBack(contest).map(\.people) == [[ana]])
    }

    @Test(arguments: [ContestChanged.State.completed, .cancelled])
    func `what is over forgets who lost which rank`(state: ContestChanged.State) async throws {
        let contest = try await contest()
        try await contest.tell([Player(bo, 3, version: 2)])
        let count: SQL = "SELECT count(*) FROM told_losses"
        #expect(try await Database.fresh.one(count) { try $0.next(Int.self) } == 1)
        try await contest.tell(version: 2) { $0.state = state }
        #expect(try await Database.fresh.one(count) { try $0.next(Int.self) } == 0)
        #expect(try await takenBack(contest).isEmpty)
    }

    /// A contest in which someone was told that Bo passed them, and is passed again in the silence.
    private func passedAgain(_ user: UserID) async throws -> ToldContest {
        let contest = ToldContest(Fixture(now: { [clock] in clock.now }))
        try await contest.tell()
        try await contest.tell([Player(user, 2), Player(bo, 1)])
        try await pass(in: contest, version: 2)
        try await pass(in: contest, version: 4)
        return contest
    }

    /// Bo falls by a change of his own, and passes whoever has 2.
    private func pass(in contest: ToldContest, version: Int64) async throws {
        try await contest.tell([Player(bo, 1, version: version)])
        try await contest.tell([Player(bo, 3, version: version + 1)])
    }

    /// Ends every silence that is over, and returns how many those were.
    private func endSilences() async throws -> Int {
        try await Fixture(now: { [clock] in clock.now }).service.timers.fireDue()
    }

    @Test func `what is lost in the silence is told when it ends, however often it was lost`()
        async throws
    {
        let contest = try await passedAgain(ana)
        let begin = clock.now
        clock.advance(by: .hours(6) - .microseconds(1))
        try await pass(in: contest, version: 6)
        #expect(try await endSilences() == 0)
        #expect(try await told(contest) == [[ana]])
        clock.advance(by: .microseconds(1))
        #expect(try await endSilences() == 1)
        let notices = try await contest.fixture.told(.rankLost)
        #expect(notices.map(\.people) == [[ana], [ana]])
        #expect(notices.map(\.at) == [begin, clock.now])
        #expect(notices.map(\.challenge) == [contest.id, contest.id])
        #expect(Set(notices.map(\.cause)).count == 2)
        // Then another silence begins.
        try await pass(in: contest, version: 8)
        clock.advance(by: .hours(6) - .microseconds(1))
        #expect(try await endSilences() == 0)
        clock.advance(by: .microseconds(1))
        #expect(try await endSilences() == 1)
        #expect(try await told(contest) == [[ana], [ana], [ana]])
        clock.advance(by: .days(1))
        #expect(try await endSilences() == 0)
    }

    /// What happens in a silence, after someone was passed by Bo.
    private typealias Change = @Sendable (ToldContest, UserID) async throws -> Void

    @Test func `only who still is behind the rank is told, in a contest under way and shown`()
        async throws
    {
        let behind: [Change] = [
            { _, _ in },
            { contest, user in try await contest.tell([Player(user, 1, version: 2)]) },
            { contest, _ in try await contest.tell(version: 2) { $0.state = .settling } },
        ]
        let others: [Change] = [
            { contest, user in try await contest.tell([Player(user, 3, version: 2)]) },
            { [bo] contest, _ in try await contest.tell([Player(bo, 2, version: 6)]) },
            { contest, user in try await contest.tell([Player(user, nil, version: 2)]) },
            { contest, user in try await contest.tell([Player(user, 2, .left, version: 2)]) },
            { contest, user in try await contest.tell([Player(user, 2, .removed, version: 2)]) },
            { contest, user in try await contest.fixture.introduce([user], as: .suspended) },
            { contest, _ in try await contest.tell(version: 2) { $0.state = .cancelled } },
            { contest, _ in try await contest.tell(version: 2) { $0.state = .completed } },
            { contest, _ in try await contest.tell(version: 2) { $0.isHidden = true } },
        ]
        var wanted: [UserID] = []
        for (index, change) in (behind + others).enumerated() {
            let user = UserID()
            if index < behind.count { wanted.append(user) }
            try await change(try await passedAgain(user), user)
        }
        clock.advance(by: .hours(6))
        #expect(try await endSilences() == behind.count + others.count)
        let notices = try await Fixture().told(.rankLost).filter { $0.at == clock.now }
        #expect(notices.flatMap(\.people).sorted() == wanted.sorted())
    }

    @Test func `of several ranks that were lost the best counts`() async throws {
        let contest = try await passedAgain(ana)
        // The first rank is lost; now the second one too, which Ana has again at the end.
        try await contest.tell([Player(cy, 4)])
        try await contest.tell([Player(cy, 1, version: 2)])
        clock.advance(by: .hours(6))
        #expect(try await endSilences() == 1)
        #expect(try await told(contest) == [[ana], [bo], [ana]])
        let rank = try await Database.fresh.one(
            "SELECT rank FROM podiums WHERE user_id = \(ana)"
        ) { row in try row.next(Int.self) }
        #expect(rank == 1)
    }

    @Test func `two replicas tell once`() async throws {
        let contest = try await passedAgain(ana)
        clock.advance(by: .hours(6))
        async let one = endSilences()
        async let other = endSilences()
        #expect(try await one + other == 1)
        #expect(try await told(contest) == [[ana], [ana]])
    }

    @Test func `who is told of a later loss before the silence ends is not told again`()
        async throws
    {
        let contest = try await passedAgain(ana)
        clock.advance(by: .hours(7))
        try await pass(in: contest, version: 6)
        #expect(try await told(contest) == [[ana], [ana]])
        #expect(try await endSilences() == 1)
        #expect(try await told(contest) == [[ana], [ana]])
    }

    @Test func `whom a release before told is told when that silence ends`() async throws {
        let contest = try await contest()
        try await Database.fresh.transaction { [ana, clock] tx in
            _ = try await tx.run(
                """
                INSERT INTO podiums (challenge, user_id, rank, told_at)
                VALUES (\(contest.id), \(ana), 1, \(clock.now))
                """
            )
        }
        clock.advance(by: .hours(1))
        try await contest.tell([Player(bo, 3, version: 2)])
        clock.advance(by: .hours(5))
        #expect(try await told(contest) == [])
        #expect(try await endSilences() == 1)
        #expect(try await told(contest) == [[ana]])
    }

    @Test func `a silence that the operator made longer goes on`() async throws {
        let contest = try await passedAgain(ana)
        let longer = Scoring(
            database: .fresh,
            identity: Fixture().scoring,
            challenges: Fixture().scoring,
            rankLostEvery: .hours(8),
            now: { [clock] in clock.now }
        )
        clock.advance(by: .hours(6))
        #expect(try await longer.timers.fireDue() == 1)
        #expect(try await told(contest) == [[ana]])
        clock.advance(by: .hours(2))
        #expect(try await longer.timers.fireDue() == 1)
        #expect(try await told(contest) == [[ana], [ana]])
    }
}
