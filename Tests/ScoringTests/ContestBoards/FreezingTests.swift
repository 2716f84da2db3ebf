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

/// Ranks equal a count by hand at any moment, and once a contest is completed nothing changes them
/// (2.7-board, 2.7-result).
@Suite(.freshDatabase(Scoring.migrations)) struct FreezingTests {
    /// A service that writes that many results in a transaction.
    private func boards(_ fixture: Fixture, resultsMax: Int) -> Boards {
        var boards = fixture.service.boards
        boards.resultsMax = resultsMax
        return boards
    }

    @Test(arguments: [false, true])
    func `the ranks of hundreds of players equal a count, before and after the freeze`(
        lowerWins: Bool
    ) async throws {
        var dice = Dice(seed: lowerWins ? 1 : 2)
        let contest = ToldContest()
        var crowd = ContestCrowd(350, lowerWins: lowerWins, using: &dice)
        crowd.inactive = Set(crowd.players.map(\.user).shuffled(using: &dice).prefix(30))
        try await contest.fixture.introduce(crowd.players.map(\.user))
        try await contest.fixture.introduce(crowd.inactive, as: .suspended)
        try await contest.tell { $0.direction = lowerWins ? .lower : .higher }
        try await contest.tell(crowd.players)
        let live = crowd.placings(keepsInactive: false)
        #expect(try await contest.wholeBoard().placings == live)
        // A second count, of each player by itself.
        let ranked = crowd.players.filter { player in
            player.state == .joined && player.score != nil
                && !crowd.inactive.contains(player.user)
        }
        for placing in live where placing.rank != nil {
            let own = try #require(ranked.first { $0.user == placing.user }?.score)
            let better = ranked.count { player in
                player.score.map { lowerWins ? $0 < own : $0 > own } == true
            }
            #expect(placing.rank == better + 1)
        }
        try await contest.tell(version: 2) { head in
            head.direction = lowerWins ? .lower : .higher
            head.state = .completed
        }
        let frozen = crowd.placings(keepsInactive: true)
        #expect(try await contest.placings() == frozen)
        let boards = boards(contest.fixture, resultsMax: 100)
        while try await boards.freeze() > 0 {
            #expect(try await contest.placings() == frozen)
        }
        // Those who were suspended have rows, which lead to nobody.
        let rows = try await contest.wholeBoard(limit: 37)
        #expect(rows.map(\.rank) == frozen.map(\.rank))
        let hidden = frozen.count { crowd.inactive.contains($0.user) }
        #expect(hidden > 0 && rows.count { $0.user == .hidden } == hidden)
        for (row, placing) in zip(rows, frozen) where row.user != .hidden {
            #expect(row.user.id == placing.user)
        }
    }

    /// Lets a replica write the next results of a contest, and crash before it commits them. Runs
    /// `body` in between.
    private func interrupt(
        _ replica: Boards,
        at contest: ChallengeID,
        meanwhile body: @Sendable () async throws -> Void
    ) async throws {
        struct Crash: Error {}
        let (reached, gate) = (Gate(), Gate())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { reached.open() }
                await #expect(throws: Crash.self) {
                    try await Database.fresh.transaction { tx in
                        let hasWritten = try await replica.freeze(contest, at: .now(), in: tx)
                        #expect(hasWritten)
                        reached.open()
                        await gate.pass()
                        throw Crash()
                    }
                }
            }
            await reached.pass()
            defer { gate.open() }
            try await body()
            gate.open()
            try await group.waitForAll()
        }
    }

    /// How many results are written.
    private func resultCount() async throws -> Int {
        try await Database.fresh.one("SELECT count(*) FROM results") { row in try row.next() }
    }

    /// Checks the places of everyone in a contest, and those that some see of themselves.
    private func expectPlaces(
        _ placings: [Placing],
        in contest: ToldContest,
        seenBy some: [Placing]
    ) async throws {
        #expect(try await contest.placings() == placings)
        for placing in some {
            let page = try await contest.board(as: placing.user, around: .me, limit: 1)
            #expect(page.items.placings == [placing])
        }
    }

    @Test func `the ranks of ten thousand players equal a count, before, at and after the freeze`()
        async throws
    {
        var dice = Dice(seed: 3)
        let contest = ToldContest()
        let crowd = ContestCrowd(10_000, using: &dice)
        try await contest.tell()
        try await contest.tell(crowd.players)
        let placings = crowd.placings(keepsInactive: false)
        let seen = stride(from: 0, to: placings.count, by: 1_237).map { placings[$0] }
        try await contest.fixture.introduce(seen.map(\.user))
        try await expectPlaces(placings, in: contest, seenBy: seen)
        try await contest.complete()

        // As many in a step as outside of tests: the second one is the last.
        let (one, other) = (contest.fixture.service.boards, Fixture().service.boards)
        #expect(one.resultsMax == 5_000)
        #expect((5_001..<10_000).contains(placings.count))
        #expect(try await one.freeze() == 1)
        try await interrupt(one, at: contest.id) {
            #expect(try await other.freeze() == 0)
            try await expectPlaces(placings, in: contest, seenBy: seen)
        }
        #expect(try await resultCount() == 5_000)
        #expect(try await contest.fixture.emitted(PeopleTold.self).isEmpty)
        #expect(try await other.freeze() == 1)
        #expect(try await other.freeze() == 0)
        #expect(try await resultCount() == placings.count)
        try await expectPlaces(placings, in: contest, seenBy: seen)
        let told = try await contest.fixture.emitted(PeopleTold.self)
        #expect(told.flatMap(\.people) == placings.map(\.user).sorted())
    }

    @Test func `a replica that stops in the midst is resumed by another`() async throws {
        var dice = Dice(seed: 4)
        let contest = ToldContest()
        let crowd = ContestCrowd(60, using: &dice)
        try await contest.fixture.introduce(crowd.players.map(\.user))
        try await contest.tell()
        try await contest.tell(crowd.players)
        try await contest.complete()
        let placings = crowd.placings(keepsInactive: true)
        let one = boards(contest.fixture, resultsMax: 20)
        let other = boards(Fixture(), resultsMax: 20)
        #expect(try await one.freeze() == 1)
        try await interrupt(one, at: contest.id) {
            // While one is at it, the other waits for nothing, and the board is whole.
            let steps = try await other.freeze()
            #expect(steps == 0)
            let seen = try await contest.wholeBoard().placings
            #expect(seen == placings)
        }
        #expect(try await contest.fixture.emitted(PeopleTold.self).isEmpty)
        var steps = 0
        while try await other.freeze() > 0 { steps += 1 }
        #expect(steps == (placings.count - 20) / 20 + 1)
        #expect(try await contest.wholeBoard().placings == placings)
        #expect(try await Database.fresh.unfrozenBoards(limit: 10).isEmpty)
    }

    @Test func `a step goes on from the last result, and looks at nobody before it`() async throws {
        for resultsMax in [1, 2, 3, 4] {
            let contest = ToldContest()
            let players = (0..<9).map { _ in UserID() }.sorted()
            let scores: [Int64?] = [9, 9, 7, 7, 7, 7, 1, nil, nil]
            try await contest.tell()
            try await contest.tell(zip(players, scores).map { ScoresChanged.Player($0, $1) })
            try await contest.complete()
            let ranks = [1, 1, 3, 3, 3, 3, 7, nil, nil]
            let placings = zip(players, ranks).map { Placing(user: $0, rank: $1) }
            #expect(try await contest.placings() == placings)
            let boards = boards(contest.fixture, resultsMax: resultsMax)
            while try await boards.freeze() > 0 {
                // Who is written is not read again: without their rows the rest has the same ranks.
                try await Database.fresh.transaction { tx in
                    _ = try await tx.run(
                        """
                        DELETE FROM contest_players WHERE challenge = \(contest.id)
                            AND user_id IN (SELECT user_id FROM results
                                WHERE challenge = \(contest.id))
                        """
                    )
                }
            }
            #expect(try await contest.placings() == placings)
        }
    }

    @Test func `two replicas at once write each result once`() async throws {
        var dice = Dice(seed: 5)
        let contests = [ToldContest(), ToldContest(), ToldContest()]
        var placings: [ChallengeID: [Placing]] = [:]
        for contest in contests {
            let crowd = ContestCrowd(40, using: &dice)
            try await contest.tell()
            try await contest.tell(crowd.players)
            try await contest.complete()
            placings[contest.id] = crowd.placings(keepsInactive: true)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                let boards = boards(Fixture(), resultsMax: 7)
                group.addTask {
                    while try await !Database.fresh.unfrozenBoards(limit: 1).isEmpty {
                        _ = try await boards.freeze()
                    }
                }
            }
            try await group.waitForAll()
        }
        for contest in contests {
            #expect(try await contest.placings() == placings[contest.id])
        }
        let told = try await Fixture().emitted(PeopleTold.self)
        #expect(Set(told.compactMap(\.challenge)) == Set(contests.map(\.id)))
        #expect(told.count == contests.count)
    }

    @Test func `after the last result those who are in the contest are told, once`() async throws {
        let clock = StoppedClock()
        let contest = ToldContest(Fixture(now: { clock.now }))
        let players = (0..<1_001).map { _ in UserID() }
        let (left, late) = (UserID(), UserID())
        try await contest.tell()
        try await contest.tell(players.map { ScoresChanged.Player($0, 1) })
        try await contest.tell([ScoresChanged.Player(left, 5, .left)])
        try await contest.complete()
        try await contest.tell([ScoresChanged.Player(late, 5)])
        // The first step has all of them, but only the second knows that.
        let boards = boards(contest.fixture, resultsMax: 1_001)
        #expect(try await boards.freeze() == 1)
        #expect(try await contest.fixture.emitted(PeopleTold.self).isEmpty)
        #expect(try await boards.freeze() == 1)
        #expect(try await boards.freeze() == 0)
        let told = try await contest.fixture.emitted(PeopleTold.self)
        #expect(told.map(\.people.count) == [500, 500, 1])
        #expect(told.flatMap(\.people) == players.sorted())
        for event in told {
            #expect(event.kind == .contestResult)
            #expect(event.cause == "\(contest.id)")
            #expect(event.challenge == contest.id)
            #expect(event.subject == Notice.Subject(contest: contest.id))
            #expect(event.name == "Water")
            #expect(event.actor == nil && event.expiresAt == nil)
            #expect(event.at == clock.now)
        }
    }

    @Test func `a contest without players is completed, and nobody is told`() async throws {
        let contest = ToldContest()
        try await contest.tell()
        try await contest.complete()
        #expect(try await contest.fixture.service.boards.freeze() == 1)
        #expect(try await contest.fixture.service.boards.freeze() == 0)
        #expect(try await contest.board().items.isEmpty)
        #expect(try await contest.fixture.emitted(PeopleTold.self).isEmpty)
    }

    @Test func `a contest whose results cannot be written keeps no other waiting`() async throws {
        let contests = [ToldContest(), ToldContest()].sorted { $0.id < $1.id }
        for contest in contests {
            try await contest.tell()
            try await contest.tell([ScoresChanged.Player(contest.owner, 1)])
            try await contest.complete()
        }
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                """
                INSERT INTO results (challenge, user_id, rank, score, entries, is_unranked, place,
                    reached_at)
                VALUES (\(contests[0].id), \(contests[0].owner), 1, 1, 1, false, -2000000, now())
                """
            )
        }
        await #expect(throws: PostgresError.self) {
            try await contests[0].fixture.service.boards.freeze()
        }
        #expect(try await Database.fresh.unfrozenBoards(limit: 10) == [contests[0].id])
        #expect(try await contests[1].placings() == [Placing(user: contests[1].owner, rank: 1)])
    }

    @Test func `a round that finds nothing to do writes nothing`() async throws {
        let contest = ToldContest()
        try await contest.tell()
        try await contest.tell([ScoresChanged.Player(UserID(), 1)])
        #expect(try await contest.fixture.service.boards.freeze() == 0)
        let hasWritten = try await Database.fresh.transaction { tx in
            let hasFrozen = try await contest.fixture.service.boards.freeze(
                contest.id,
                at: .now(),
                in: tx
            )
            #expect(!hasFrozen)
            return try await tx.one("SELECT pg_current_xact_id_if_assigned() IS NOT NULL") { row in
                try row.next(Bool.self)
            }
        }
        #expect(!hasWritten)
    }

    @Test func `the loop writes what was completed`() async throws {
        let contest = ToldContest()
        try await contest.tell()
        try await contest.tell([ScoresChanged.Player(UserID(), 1)])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await contest.fixture.service.freezing.run() }
            try await contest.complete()
            try await eventually("the result is written") {
                try await Database.fresh.board(of: contest.id, for: UserID())?.board.isFrozen
                    == true
            }
            group.cancelAll()
        }
        #expect(try await contest.placings().map(\.rank) == [1])
    }
}
