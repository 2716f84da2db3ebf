import Identifiers
import IdentityAPI
import Outbox
import Postgres
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// Medals of results and goals, given once and in steps (2.7-medals).
@Suite(.freshDatabase(Scoring.migrations)) struct AwardingTests {
    private typealias Player = ScoresChanged.Player

    private let clock = StoppedClock()

    private func contest() -> ToldContest {
        ToldContest(Fixture(now: { [clock] in clock.now }))
    }

    /// A service that looks at that many results in a transaction.
    private func medals(_ fixture: Fixture, stepMax: Int) -> Medals {
        var medals = fixture.service.medals
        medals.stepMax = stepMax
        return medals
    }

    /// An open contest with a goal of 10.
    private func open(
        version: Int64 = 1,
        _ change: (inout ContestChanged) -> Void = { _ in }
    ) async throws -> ToldContest {
        let contest = contest()
        try await contest.tell(version: version) { head in
            head.kind = .open
            head.goal = Amount(millionths: 10_000_000)
            change(&head)
        }
        return contest
    }

    // MARK: Results

    /// Scores, and what they earn.
    private static let results: [([Int64?], [String])] = [
        ([2, 2, 1, nil], ["gold", "gold", "", ""]),
        ([4, 3, 2, 1], ["gold", "silver", "bronze", ""]),
        ([1, nil, nil, nil], ["", "", "", ""]),
        ([3, 1, nil, nil], ["gold", "", "", ""]),
        ([3, 2, 1, nil], ["gold", "silver", "", ""]),
        ([3, 2, 2, 1], ["gold", "silver", "silver", ""]),
    ]

    @Test(arguments: results)
    func `a result gives gold, silver and bronze`(
        scores: [Int64?],
        medals: [String]
    ) async throws {
        let contest = contest()
        let people = scores.map { _ in UserID() }
        try await contest.tell()
        try await contest.tell(zip(people, scores).map { Player($0, $1) })
        try await contest.complete()
        try await contest.award()
        let scored = scores.count { $0 != nil }
        // The results are not written yet.
        for person in people { #expect(try await contest.fixture.kinds(of: person) == []) }
        try await contest.finish()
        for ((person, score), medal) in zip(zip(people, scores), medals) {
            let first = score == nil || scored == 1 ? [] : ["firstCompetition"]
            let wanted = first + (medal.isEmpty ? [] : [medal])
            #expect(try await contest.fixture.kinds(of: person) == wanted.sorted())
        }
        let told = try await contest.fixture.told(.medal)
        #expect(told.count == medals.count { !$0.isEmpty } + (scored == 1 ? 0 : scored))
    }

    @Test func `who earned a medal is told of it and of the contest`() async throws {
        let contest = contest()
        let (ana, bo) = (UserID(), UserID())
        try await contest.tell()
        try await contest.tell([Player(ana, 2), Player(bo, 1)])
        try await contest.complete()
        clock.advance(by: .seconds(1))
        try await contest.freeze()
        let frozen = clock.now
        clock.advance(by: .seconds(1))
        try await contest.award()
        let medals = try await contest.fixture.medals(of: ana).items
        let medal = try #require(medals.first { $0.medal == .gold })
        #expect(medal.family == .rank)
        #expect(medal.earnedAt == frozen)
        #expect(medal.seenAt == nil)
        let all = try await contest.fixture.told(.medal)
        let told = try #require(all.first { $0.cause == "\(medal.id)" })
        #expect(told.people == [ana])
        #expect(told.challenge == contest.id)
        #expect(told.subject == Notice.Subject(medal.id))
        #expect(told.name == "Water")
        #expect(told.at == clock.now)
        #expect(told.actor == nil && told.expiresAt == nil)
    }

    @Test func `the first competition with an entry gives a medal, and no other one`()
        async throws
    {
        let (ana, bo, cy) = (UserID(), UserID(), UserID())
        let alone = contest()
        try await alone.tell()
        try await alone.tell([Player(ana, 1), Player(bo, nil)])
        try await alone.finish()
        #expect(try await alone.fixture.told(.medal).isEmpty)
        clock.advance(by: .seconds(1))
        let first = contest()
        try await first.tell()
        try await first.tell([Player(cy, 2), Player(ana, 1), Player(bo, nil)])
        try await first.finish()
        #expect(try await first.fixture.kinds(of: ana) == ["firstCompetition"])
        #expect(try await first.fixture.kinds(of: bo) == [])
        clock.advance(by: .seconds(1))
        let second = contest()
        try await second.tell()
        try await second.tell([Player(ana, 1), Player(bo, 1)])
        try await second.finish()
        #expect(try await first.fixture.kinds(of: ana) == ["firstCompetition", "gold"])
        #expect(try await first.fixture.kinds(of: bo) == ["firstCompetition", "gold"])
        let told = try await first.fixture.told(.medal)
        #expect(told.count == 6)
        let own = told.filter { $0.people == [ana] }
        #expect(own.map(\.challenge) == [first.id, second.id])
    }

    @Test func `contests that are over are looked at in the order of their results`()
        async throws
    {
        let ana = UserID()
        let contests = [contest(), contest()].sorted { $1.id < $0.id }
        for contest in contests {
            try await contest.tell()
            try await contest.tell([Player(ana, 1), Player(UserID(), 2)])
            try await contest.complete()
            try await contest.freeze()
            clock.advance(by: .seconds(1))
        }
        try await contests[0].award()
        let told = try await contests[0].fixture.told(.medal)
        #expect(told.filter { $0.people == [ana] }.map(\.challenge) == [contests[0].id])
    }

    @Test func `who was not active at the completion has no medal, and who left late keeps it`()
        async throws
    {
        let contest = contest()
        let (ana, bo, cy) = (UserID(), UserID(), UserID())
        try await contest.fixture.introduce([ana, bo, cy])
        try await contest.tell { $0.state = .settling }
        try await contest.tell([Player(ana, 3), Player(bo, 2), Player(cy, 1)])
        try await contest.tell([Player(bo, 2, .left, version: 2)])
        try await contest.fixture.introduce([ana], as: .suspended)
        try await contest.finish()
        #expect(try await contest.fixture.kinds(of: ana) == [])
        #expect(try await contest.fixture.kinds(of: bo) == ["firstCompetition", "gold"])
        // Two have scored: no silver.
        #expect(try await contest.fixture.kinds(of: cy) == ["firstCompetition"])
    }

    @Test(arguments: [1, 2, 7, 1_000])
    func `steps of any size give the same medals`(stepMax: Int) async throws {
        var dice = Dice(seed: 11)
        let contest = contest()
        let crowd = ContestCrowd(40, using: &dice)
        try await contest.tell()
        try await contest.tell(crowd.players)
        try await contest.complete()
        try await contest.freeze()
        let medals = medals(contest.fixture, stepMax: stepMax)
        var steps = 0
        while try await medals.award() > 0 { steps += 1 }
        let placings = crowd.placings(keepsInactive: true)
        #expect(steps == placings.count / stepMax + 1)
        let names = [1: "gold", 2: "silver", 3: "bronze"]
        for placing in placings {
            let first = placing.rank == nil ? [] : ["firstCompetition"]
            let wanted = first + (placing.rank.flatMap { names[$0] }.map { [$0] } ?? [])
            #expect(try await contest.fixture.kinds(of: placing.user) == wanted.sorted())
        }
        #expect(try await Database.fresh.unawardedBoards(limit: 10).isEmpty)
        #expect(try await medals.award() == 0)
    }

    @Test func `a replica that stops in the midst is resumed by another, each medal given once`()
        async throws
    {
        let contest = contest()
        let people = (0..<30).map { _ in UserID() }
        try await contest.tell()
        try await contest.tell(people.map { Player($0, 1) })
        try await contest.complete()
        try await contest.freeze()
        let one = medals(contest.fixture, stepMax: 10)
        let other = medals(Fixture(), stepMax: 10)
        #expect(try await one.award() == 1)
        struct Crash: Error {}
        let (reached, gate) = (Gate(), Gate())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { reached.open() }
                await #expect(throws: Crash.self) {
                    try await Database.fresh.transaction { tx in
                        let hasLooked = try await one.awardResults(
                            of: contest.id,
                            at: .now(),
                            in: tx
                        )
                        #expect(hasLooked)
                        reached.open()
                        await gate.pass()
                        throw Crash()
                    }
                }
            }
            await reached.pass()
            defer { gate.open() }
            // While one is at it, the other waits for nothing.
            #expect(try await other.award() == 0)
            gate.open()
            try await group.waitForAll()
        }
        #expect(try await contest.fixture.told(.medal).count == 20)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for medals in [one, other] {
                group.addTask {
                    while try await !Database.fresh.unawardedBoards(limit: 1).isEmpty {
                        _ = try await medals.award()
                    }
                }
            }
            try await group.waitForAll()
        }
        for person in people {
            #expect(try await contest.fixture.kinds(of: person) == ["firstCompetition", "gold"])
        }
        #expect(try await contest.fixture.told(.medal).count == 60)
    }

    @Test func `contests that end at once give each of two replicas' people one first medal`()
        async throws
    {
        let people = (0..<20).map { _ in UserID() }
        let contests = (0..<4).map { _ in contest() }
        for contest in contests {
            try await contest.tell()
            try await contest.tell(people.shuffled().map { Player($0, 1) })
            try await contest.complete()
            try await contest.freeze()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                let medals = medals(Fixture(), stepMax: 3)
                group.addTask {
                    while try await !Database.fresh.unawardedBoards(limit: 1).isEmpty {
                        _ = try await medals.award()
                    }
                }
            }
            try await group.waitForAll()
        }
        for person in people {
            let wanted = ["firstCompetition"] + contests.map { _ in "gold" }
            #expect(try await contests[0].fixture.kinds(of: person) == wanted)
        }
    }

    @Test func `a contest that fails keeps no other waiting`() async throws {
        let contests = [contest(), contest()]
        let people = [UserID(), UserID()]
        for (contest, person) in zip(contests, people) {
            try await contest.tell()
            try await contest.tell([Player(person, 1), Player(UserID(), 2)])
            try await contest.complete()
            try await contest.freeze()
            clock.advance(by: .seconds(1))
        }
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                """
                ALTER TABLE awards ADD CONSTRAINT awards_refused
                    CHECK (challenge <> '00000000-0000-0000-0000-000000000000')
                """
            )
            _ = try await tx.run(
                """
                UPDATE contest_boards SET challenge = '00000000-0000-0000-0000-000000000000'
                WHERE challenge = \(contests[0].id)
                """
            )
            _ = try await tx.run(
                """
                UPDATE results SET challenge = '00000000-0000-0000-0000-000000000000'
                WHERE challenge = \(contests[0].id)
                """
            )
        }
        await #expect(throws: PostgresError.self) {
            try await contests[0].fixture.service.medals.award()
        }
        #expect(try await contests[0].fixture.kinds(of: people[0]) == [])
        #expect(try await contests[0].fixture.kinds(of: people[1]) == ["firstCompetition"])
    }

    // MARK: Goals

    @Test func `the goal of an open contest gives a medal, once`() async throws {
        let contest = try await open()
        let (ana, bo) = (UserID(), UserID())
        let moment = clock.now - .seconds(5)
        try await contest.tell([.completed(ana, at: moment), Player(bo, 9)])
        try await contest.award()
        let medal = try #require(try await contest.fixture.medals(of: ana).items.first)
        #expect(medal.medal == .goal && medal.family == .goal)
        #expect(medal.earnedAt == moment)
        #expect(medal.seenAt == nil)
        #expect(try await contest.fixture.kinds(of: bo) == [])
        let told = try await contest.fixture.told(.medal)
        #expect(told.map(\.people) == [[ana]])
        #expect(told.first?.challenge == contest.id)
        // More entries of hers, and fewer: the completion stays, and so does the medal.
        try await contest.tell([.completed(ana, at: moment, version: 2)])
        try await contest.award()
        var flagged = Player(ana, 1, version: 3)
        flagged.completedAt = moment
        try await contest.tell([flagged])
        try await contest.tell([Player.completed(ana, at: moment, .left, version: 4)])
        try await contest.award()
        #expect(try await contest.fixture.kinds(of: ana) == ["goal"])
        #expect(try await contest.fixture.told(.medal).count == 1)
        try await contest.tell([.completed(bo, at: moment, version: 2)])
        try await contest.award()
        #expect(try await contest.fixture.kinds(of: bo) == ["goal"])
    }

    @Test func `another contest's goal gives another medal`() async throws {
        let ana = UserID()
        for contest in [try await open(), try await open()] {
            try await contest.tell([.completed(ana, at: clock.now)])
            try await contest.award()
        }
        #expect(try await contest().fixture.kinds(of: ana) == ["goal", "goal"])
    }

    @Test func `who left before anybody looked keeps the goal`() async throws {
        let contest = try await open()
        let ana = UserID()
        try await contest.tell([.completed(ana, at: clock.now)])
        try await contest.tell([.completed(ana, at: clock.now, .left, version: 2)])
        try await contest.award()
        #expect(try await contest.fixture.kinds(of: ana) == ["goal"])
    }

    @Test func `with percentages, a player's own target counts as a goal`() async throws {
        let contest = try await open { head in
            head.goal = nil
            head.score = .percent
        }
        let (ana, bo) = (UserID(), UserID())
        let target = Amount(millionths: 5_000_000)
        try await contest.tell([
            .completed(ana, at: clock.now, target: target), .completed(bo, at: clock.now),
        ])
        try await contest.award()
        #expect(try await contest.fixture.kinds(of: ana) == ["goal"])
        #expect(try await contest.fixture.kinds(of: bo) == [])
    }

    @Test(arguments: ["competition", "noGoal", "cancelled"])
    func `neither a competition, nor a contest without a goal, nor a cancelled one gives it`(
        which: String
    ) async throws {
        let contest = try await open { head in
            switch which {
            case "competition": head.kind = .competition
            case "noGoal": head.goal = nil
            default:
                head.state = .cancelled
                head.at = clock.now - .microseconds(1)
            }
        }
        let ana = UserID()
        try await contest.tell([.completed(ana, at: clock.now)])
        #expect(try await contest.fixture.service.medals.award() == 1)
        #expect(try await contest.fixture.service.medals.award() == 0)
        #expect(try await contest.fixture.kinds(of: ana) == [])
        #expect(try await contest.fixture.told(.medal).isEmpty)
    }

    @Test func `who reached the goal before the cancelling has the medal, seen late or not`()
        async throws
    {
        let contest = try await open()
        let people = (0..<3).map { _ in UserID() }
        let end = clock.now
        let moments = [end - .seconds(1), end, end + .microseconds(1)]
        try await contest.tell(zip(people, moments).map { .completed($0, at: $1) })
        for version in [2, 3] as [Int64] {
            try await contest.tell(version: version) { head in
                head.kind = .open
                head.goal = Amount(millionths: 10_000_000)
                head.state = .cancelled
                // A later change of it does not move the cancelling.
                head.at = version == 2 ? end : end + .seconds(9)
            }
        }
        clock.advance(by: .hours(1))
        try await contest.award()
        for (person, kinds) in zip(people, [["goal"], ["goal"], []]) {
            #expect(try await contest.fixture.kinds(of: person) == kinds)
        }
    }

    @Test func `a cancelling that an earlier release was told of takes no medal`() async throws {
        let contest = try await open()
        let ana = UserID()
        try await contest.tell([.completed(ana, at: clock.now)])
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                "UPDATE contest_boards SET state = 'cancelled' WHERE challenge = \(contest.id)"
            )
        }
        try await contest.award()
        #expect(try await contest.fixture.kinds(of: ana) == ["goal"])
    }

    // MARK: Completions that are taken back (2.7-void)

    /// A player without a completion.
    private func incomplete(_ user: UserID, version: Int64) -> Player {
        Player(user, 1, version: version)
    }

    @Test func `a completion that is taken back takes the medal and its notice with it`()
        async throws
    {
        let contest = try await open()
        let (ana, bo) = (UserID(), UserID())
        try await contest.tell([.completed(ana, at: clock.now), .completed(bo, at: clock.now)])
        try await contest.award()
        let medal = try #require(try await contest.fixture.medals(of: ana).items.first)
        clock.advance(by: .seconds(1))
        try await contest.tell([incomplete(ana, version: 2)])
        try await contest.award()
        #expect(try await contest.fixture.kinds(of: ana) == [])
        #expect(try await contest.fixture.see([], as: ana) == 0)
        let settled = try await contest.fixture.emitted(NoticesSettled.self)
        #expect(settled.map(\.subject) == [Notice.Subject(medal.id)])
        #expect(settled.map(\.kinds) == [[.medal]])
        #expect(settled.map(\.outcome) == [.gone])
        #expect(settled.map(\.at) == [clock.now])
        // What comes late or again changes nothing, and nobody else's medal is touched.
        try await contest.tell([.completed(ana, at: clock.now), incomplete(ana, version: 2)])
        #expect(try await contest.fixture.service.medals.award() == 0)
        #expect(try await contest.fixture.kinds(of: ana) == [])
        #expect(try await contest.fixture.kinds(of: bo) == ["goal"])
        #expect(try await contest.fixture.emitted(NoticesSettled.self).count == 1)
    }

    @Test func `who reaches the goal again has the same medal again, and is told once`()
        async throws
    {
        let contest = try await open()
        let ana = UserID()
        try await contest.tell([.completed(ana, at: clock.now)])
        try await contest.award()
        _ = try await contest.fixture.see(as: ana)
        let medals = try await contest.fixture.medals(of: ana).items
        for version in [2, 4, 6] as [Int64] {
            clock.advance(by: .seconds(1))
            try await contest.tell([incomplete(ana, version: version)])
            try await contest.award()
            #expect(try await contest.fixture.kinds(of: ana) == [])
            clock.advance(by: .seconds(1))
            try await contest.tell([.completed(ana, at: clock.now, version: version + 1)])
            try await contest.award()
            #expect(try await contest.fixture.medals(of: ana).items == medals)
        }
        #expect(try await contest.fixture.told(.medal).count == 1)
        #expect(try await contest.fixture.see([], as: ana) == 0)
    }

    @Test func `a completion that is taken back before anybody looked gives nothing`()
        async throws
    {
        let contest = try await open()
        let ana = UserID()
        try await contest.tell([.completed(ana, at: clock.now)])
        try await contest.tell([incomplete(ana, version: 2)])
        #expect(try await contest.fixture.service.medals.award() == 0)
        #expect(try await contest.fixture.kinds(of: ana) == [])
        #expect(try await contest.fixture.emitted(NoticesSettled.self).isEmpty)
        try await contest.tell([.completed(ana, at: clock.now, version: 3)])
        try await contest.award()
        #expect(try await contest.fixture.kinds(of: ana) == ["goal"])
    }

    @Test func `what was taken back and reached again by then changes nothing, in any order`()
        async throws
    {
        let ana = UserID()
        for isLate in [false, true] {
            let contest = try await open()
            try await contest.tell([.completed(ana, at: clock.now)])
            try await contest.award()
            let medals = try await contest.fixture.medals(of: ana).items
            let events = [
                incomplete(ana, version: 2), Player.completed(ana, at: clock.now, version: 3),
            ]
            for event in isLate ? events.reversed() : events { try await contest.tell([event]) }
            #expect(try await contest.fixture.service.medals.award() == 0)
            #expect(try await contest.fixture.medals(of: ana).items == medals)
        }
    }

    @Test func `other medals of the contest, and of other contests, stay`() async throws {
        let (ana, bo) = (UserID(), UserID())
        let other = try await open()
        try await other.tell([.completed(ana, at: clock.now)])
        let contest = try await open()
        try await contest.tell([.completed(ana, at: clock.now), .completed(bo, at: clock.now)])
        try await contest.award()
        try await contest.tell([incomplete(ana, version: 2)])
        try await contest.tell(version: 100) { head in
            head.kind = .open
            head.goal = Amount(millionths: 10_000_000)
            head.state = .completed
        }
        try await contest.freeze()
        try await contest.award()
        // Bo has 10 and is first; Ana has 1.
        #expect(try await contest.fixture.kinds(of: ana) == ["goal"])
        #expect(try await contest.fixture.kinds(of: bo) == ["goal", "gold"])
    }

    @Test func `what an earlier release stored is voided, by one of two replicas`() async throws {
        let contest = try await open()
        let people = (0..<30).map { _ in UserID() }
        try await contest.tell(people.map { .completed($0, at: clock.now) })
        try await contest.award()
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                "UPDATE contest_players SET completed_at = NULL, version = version + 1"
            )
        }
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<2 {
                let medals = medals(contest.fixture, stepMax: 7)
                group.addTask {
                    var (count, step) = (0, 0)
                    repeat {
                        step = try await medals.award()
                        count += step
                    } while step > 0
                    return count
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 }
        }
        #expect(counts == 30)
        for person in people { #expect(try await contest.fixture.kinds(of: person) == []) }
        #expect(try await contest.fixture.emitted(NoticesSettled.self).count == 30)
    }

    @Test func `a goal of a contest that is not known yet waits for it`() async throws {
        let contest = contest()
        let ana = UserID()
        try await contest.tell([.completed(ana, at: clock.now)])
        #expect(try await contest.fixture.service.medals.award() == 0)
        try await contest.tell { head in
            head.kind = .open
            head.goal = Amount(millionths: 10_000_000)
        }
        try await contest.award()
        #expect(try await contest.fixture.kinds(of: ana) == ["goal"])
    }

    @Test func `goals are looked at in steps, by several replicas, once each`() async throws {
        let contest = try await open()
        let people = (0..<50).map { _ in UserID() }
        try await contest.tell(people.map { .completed($0, at: clock.now) })
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<2 {
                let medals = medals(Fixture(), stepMax: 7)
                group.addTask {
                    var count = 0
                    while try await Database.fresh.transaction({ tx in
                        try await tx.reachedGoals(limit: 1).isEmpty
                    }) == false {
                        count += try await medals.award()
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        // What the other replica is at looks as if it was done.
        var rest = 0
        while case let more = try await contest.fixture.service.medals.award(), more > 0 {
            rest += more
        }
        #expect(counts + rest == 50)
        for person in people { #expect(try await contest.fixture.kinds(of: person) == ["goal"]) }
        #expect(try await contest.fixture.told(.medal).count == 50)
    }

    @Test func `an open contest gives medals of goals and of ranks`() async throws {
        let contest = try await open()
        let (ana, bo) = (UserID(), UserID())
        try await contest.tell([.completed(ana, at: clock.now), Player(bo, 9)])
        try await contest.tell(version: 100) { head in
            head.kind = .open
            head.goal = Amount(millionths: 10_000_000)
            head.state = .completed
        }
        try await contest.freeze()
        try await contest.award()
        #expect(try await contest.fixture.kinds(of: ana) == ["goal", "gold"])
        #expect(try await contest.fixture.kinds(of: bo) == [])
    }

    // MARK: The loop

    @Test func `a round that finds nothing to do writes nothing`() async throws {
        let contest = contest()
        try await contest.tell()
        try await contest.tell([Player(UserID(), 1)])
        #expect(try await contest.fixture.service.medals.award() == 0)
        let hasWritten = try await Database.fresh.transaction { tx in
            let medals = contest.fixture.service.medals
            #expect(try await medals.awardGoals(at: .now(), in: tx) == 0)
            let hasLooked = try await medals.awardResults(of: contest.id, at: .now(), in: tx)
            #expect(!hasLooked)
            return try await tx.one("SELECT pg_current_xact_id_if_assigned() IS NOT NULL") { row in
                try row.next(Bool.self)
            }
        }
        #expect(!hasWritten)
    }

    @Test func `the loop gives what is earned`() async throws {
        let contest = try await open()
        let ana = UserID()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await contest.fixture.service.awarding.run() }
            try await contest.tell([.completed(ana, at: clock.now)])
            try await eventually("the medal is given") {
                try await contest.fixture.kinds(of: ana) == ["goal"]
            }
            group.cancelAll()
        }
    }
}
