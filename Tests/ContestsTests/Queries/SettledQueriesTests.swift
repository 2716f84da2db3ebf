import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// What becomes of queries that are open when a contest stops settling (2.3-dispute).
@Suite(.freshDatabase(Challenges.migrations))
struct SettledQueriesTests {
    /// Votes for removing and for keeping an entry of seven kilometres, by people who are in the
    /// contest, and what is then left of the ten that its owner logged.
    @Test func `three votes and more than half remove an entry before the result is fixed`()
        async throws
    {
        let scene = Scene()
        for (remove, keep, isRemoved) in [
            (3, 1, true), (3, 0, true), (2, 1, true), (2, 0, false), (1, 2, false), (2, 2, false),
            (0, 4, false), (0, 0, false),
        ] as [(Int, Int, Bool)] {
            let people = (0..<4).map { _ in UserID() }
            let arena = try await Arena.open(in: scene, with: [scene.bo] + people)
            try await arena.log(3, by: scene.bo)
            let id = try await arena.queried(7, of: scene.bo, by: people[0])
            for (index, person) in people.prefix(remove + keep).enumerated() {
                try await arena.vote(index < remove, on: id, by: person)
            }
            try await arena.come(arena.endsAt)
            #expect(try await arena.value(of: scene.bo) == .km(10))
            try await arena.come(arena.settlesAt)
            #expect(try await arena.state() == .completed)
            #expect(try await arena.value(of: scene.bo) == .km(isRemoved ? 3 : 10))
            let entry = try await arena.entry(id, as: scene.bo)
            #expect(entry.state == (isRemoved ? .removed : .counted))
            #expect(entry.query?.isRemoved == isRemoved)
            #expect(entry.version == 3)
            #expect(try await arena.history(of: id).last == (isRemoved ? "removed" : "kept"))
            try await arena.expectSound()
        }
    }

    @Test func `the votes decide about an entry of the contest's owner`() async throws {
        let scene = Scene()
        let people = [scene.bo, scene.cy, UserID()]
        let arena = try await Arena.open(in: scene, with: people)
        let id = try await arena.queried(of: scene.ana, by: scene.bo)
        for person in people { try await arena.vote(true, on: id, by: person) }
        try await arena.come(arena.endsAt)
        try await arena.come(arena.settlesAt)
        #expect(try await arena.entry(id, as: scene.ana).state == .removed)
        #expect(try await arena.value(of: scene.ana) == nil)
        try await arena.expectSound()
    }

    @Test func `votes of those who left, or are blocked with its owner, do not count`()
        async throws
    {
        let scene = Scene()
        let people = (0..<4).map { _ in UserID() }
        let arena = try await Arena.open(in: scene, with: [scene.bo] + people)
        let ofBo = try await arena.queried(1, of: scene.bo, by: people[0])
        let ofAna = try await arena.queried(10, of: scene.ana, by: people[0])
        let gone = try await arena.queried(100, of: scene.ana, by: people[0])
        try await arena.vote(true, on: ofBo, by: people[0], people[1], people[2])
        try await arena.vote(true, on: ofAna, by: people[0], people[1], people[3])
        try await arena.vote(true, on: gone, by: people[0], people[1], people[2], people[3])
        try await arena.come(arena.endsAt)
        // Two votes are left on each of the first two, and three on the last.
        try await scene.relate(scene.bo, people[2], .blocked)
        _ = try await scene.ask(LeaveContest(contest: arena.id), as: people[3])
        try await arena.come(arena.settlesAt)
        #expect(try await arena.entry(ofBo, as: scene.bo).state == .counted)
        #expect(try await arena.entry(ofAna, as: scene.ana).state == .counted)
        #expect(try await arena.entry(gone, as: scene.ana).state == .removed)
        #expect(try await arena.value(of: scene.ana) == .km(10))
        try await arena.expectSound()
    }

    @Test func `an open query of somebody who is gone is decided too`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.queried(of: scene.bo, by: scene.cy)
        _ = try await scene.ask(LeaveContest(contest: arena.id), as: scene.cy)
        try await arena.come(arena.endsAt)
        try await arena.come(arena.settlesAt)
        #expect(try await arena.entry(id, as: scene.bo).query?.isRemoved == false)
        #expect(try await arena.told(.queryDecided).map(\.people) == [[scene.bo]])
        try await arena.expectSound()
    }

    @Test func `both are told, scoring before the end, and the notices of the query expire`()
        async throws
    {
        let scene = Scene()
        let people = (0..<3).map { _ in UserID() }
        let arena = try await Arena.open(in: scene, with: [scene.bo] + people)
        try await arena.log(1, by: scene.bo)
        let id = try await arena.queried(2, of: scene.bo, by: people[0])
        for person in people { try await arena.vote(true, on: id, by: person) }
        try await arena.come(arena.endsAt)
        #expect(try await arena.told(.queryDecided).isEmpty)
        try await arena.come(arena.settlesAt)
        let told = try await arena.told(.queryDecided)
        #expect(told.map(\.people) == [[scene.bo, people[0]]])
        #expect(told.map(\.actor) == [nil])
        #expect(told.map(\.at) == [arena.settlesAt])
        let settled = try await arena.settled(of: id)
        #expect(settled.map(\.kinds) == [[.entryQueried]])
        #expect(settled.map(\.outcome) == [.expired])
        let scores = try #require(try await scene.emitted(ScoresChanged.self).last)
        #expect(scores.players.map(\.value) == [.km(1)])
        // Nothing is told once it is over.
        #expect(try await scene.fireDue() == 0)
        #expect(try await arena.told(.queryDecided).count == 1)
        try await arena.expectSound()
    }

    @Test func `hundreds of queries are decided in parts, and the result is fixed after all`()
        async throws
    {
        let scene = Scene()
        let voters = (0..<3).map { _ in UserID() }
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy] + voters)
        // More than are read at a time, of two people.
        let now = scene.clock.now
        try await scene.database.run(
            """
            INSERT INTO entries (id, challenge, user_id, amount, occurred_at, local_day, source,
                note, audience, state, queried_by, query_reason, queried_at, created_at, version)
            SELECT gen_random_uuid(), \(arena.id), owner, 1, \(now), current_date, 'manual', '',
                'participants', 'queried', \(scene.ana), 'Hm.', \(now), \(now), 2
            FROM unnest(\([scene.bo, scene.cy])) AS owner, generate_series(1, 260)
            """
        )
        try await scene.database.run(
            """
            INSERT INTO entry_votes (entry, user_id, removes, voted_at)
            SELECT entries.id, voter, true, \(now)
            FROM entries, unnest(\(voters)) AS voter
            """
        )
        try await arena.come(arena.endsAt)
        try await arena.come(arena.settlesAt)
        #expect(try await scene.database.contest(arena.id)?.life.state == .settling)
        #expect(try await arena.told(.queryDecided).count == Disputes.batch)
        // Who comes meanwhile waits for the rest: nothing is logged any more.
        let entry = AddEntry(contest: arena.id, amount: .km(1), occurredAt: now)
        let fault = await scene.fault(entry, as: scene.bo)
        #expect(fault?.code == "challenges.contest_over")
        #expect(try await arena.state() == .completed)
        #expect(try await arena.told(.queryDecided).count == 520)
        #expect(try await arena.told(.queryDecided).allSatisfy { $0.people.count == 2 })
        let left = try await scene.database.one(
            "SELECT count(*) FROM entries WHERE state <> 'removed'"
        ) { row in try row.next(Int.self) }
        #expect(left == 0)
        try await arena.expectSound()
    }

    @Test func `the timer goes on with the queries that are left`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let now = scene.clock.now
        try await scene.database.run(
            """
            INSERT INTO entries (id, challenge, user_id, amount, occurred_at, local_day, source,
                note, audience, state, queried_by, query_reason, queried_at, created_at, version)
            SELECT gen_random_uuid(), \(arena.id), \(scene.bo), 1, \(now), current_date, 'manual',
                '', 'participants', 'queried', \(scene.cy), 'Hm.', \(now), \(now), 2
            FROM generate_series(1, 501)
            """
        )
        // It may come late, and find that the contest has ended and settled.
        try await arena.come(arena.settlesAt + .hours(1))
        #expect(try await arena.told(.queryDecided).count == 500)
        #expect(try await scene.database.contest(arena.id)?.life.state == .active)
        scene.clock.advance(by: .microseconds(1))
        try await scene.fireDue()
        #expect(try await arena.told(.queryDecided).count == 501)
        #expect(try await arena.state() == .completed)
        #expect(try await scene.dueTimes().isEmpty)
    }

    @Test func `the notices of queries go with a contest that is cancelled`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.queried(of: scene.bo, by: scene.cy)
        _ = try await scene.ask(CancelContest(contest: arena.id), as: scene.ana)
        let settled = try await arena.settled(of: id)
        #expect(settled.map(\.kinds) == [[.entryQueried]])
        #expect(settled.map(\.outcome) == [.gone])
        #expect(try await arena.told(.queryDecided).isEmpty)
    }
}
