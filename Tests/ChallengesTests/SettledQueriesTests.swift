import ChallengesAPI
import Identifiers
import IdentityAPI
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// What becomes of doubts that are open when a contest stops settling (2.3-dispute).
@Suite(.freshDatabase(Challenges.migrations))
struct SettledQueriesTests {
    /// Votes for removing and for keeping an entry of seven kilometres, by people who are in the
    /// contest, and what is then left of the ten that its owner logged.
    @Test(arguments: [
        (3, 1, true), (3, 0, true), (2, 1, true), (2, 0, false), (1, 2, false), (2, 2, false),
        (0, 4, false), (0, 0, false),
    ])
    func `three votes and more than half remove an entry before the result is fixed`(
        remove: Int,
        keep: Int,
        isRemoved: Bool
    ) async throws {
        let scene = Scene()
        let people = (0..<4).map { _ in UserID() }
        let arena = try await Arena.open(in: scene, with: [scene.bo] + people)
        try await arena.log(3, by: scene.bo)
        let id = try await arena.doubted(7, of: scene.bo, by: people[0])
        for (index, person) in people.prefix(remove + keep).enumerated() {
            try await arena.vote(index < remove, on: id, by: person)
        }
        try await arena.come(arena.endsAt)
        #expect(try await arena.value(of: scene.bo) == .whole(10))
        try await arena.come(arena.settlesAt)
        #expect(try await arena.state() == .completed)
        #expect(try await arena.value(of: scene.bo) == .whole(isRemoved ? 3 : 10))
        let entry = try await arena.entry(id, as: scene.bo)
        #expect(entry.state == (isRemoved ? .removed : .counted))
        #expect(entry.query?.isRemoved == isRemoved)
        #expect(entry.version == 3)
        #expect(try await arena.history(of: id).last == (isRemoved ? "removed" : "kept"))
        try await arena.expectSound()
    }

    @Test func `the votes decide about an entry of the contest's owner`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy, UserID()])
        let people = [scene.bo, scene.cy, UserID()]
        _ = try await scene.ask(JoinContest(contest: arena.id), as: people[2])
        let id = try await arena.doubted(of: scene.ana, by: scene.bo)
        for person in people { try await arena.vote(true, on: id, by: person) }
        try await arena.come(arena.endsAt)
        try await arena.come(arena.settlesAt)
        #expect(try await arena.entry(id, as: scene.ana).state == .removed)
        #expect(try await arena.value(of: scene.ana) == nil)
    }

    @Test func `votes of those who left, or are blocked with its owner, do not count`()
        async throws
    {
        let scene = Scene()
        let people = (0..<4).map { _ in UserID() }
        let arena = try await Arena.open(in: scene, with: [scene.bo] + people)
        let left = try await arena.doubted(1, of: scene.bo, by: people[0])
        let blocked = try await arena.doubted(10, of: scene.ana, by: people[0])
        let decided = try await arena.doubted(100, of: scene.ana, by: people[0])
        for person in people.prefix(3) {
            try await arena.vote(true, on: left, by: person)
            try await arena.vote(true, on: blocked, by: person)
        }
        for person in people { try await arena.vote(true, on: decided, by: person) }
        try await arena.come(arena.endsAt)
        // Two of three votes on the first are left, and on the second, but three on the third.
        _ = try await scene.ask(LeaveContest(contest: arena.id), as: people[1])
        try await scene.relate(scene.bo, people[2], .blocked)
        try await arena.come(arena.settlesAt)
        #expect(try await arena.entry(left, as: scene.bo).state == .counted)
        #expect(try await arena.entry(blocked, as: scene.ana).state == .counted)
        #expect(try await arena.entry(decided, as: scene.ana).state == .removed)
        #expect(try await arena.value(of: scene.ana) == .whole(10))
        try await arena.expectSound()
    }

    @Test func `an open doubt of somebody who is gone is decided too`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.doubted(of: scene.bo, by: scene.cy)
        _ = try await scene.ask(LeaveContest(contest: arena.id), as: scene.cy)
        try await arena.come(arena.endsAt)
        try await arena.come(arena.settlesAt)
        #expect(try await arena.entry(id, as: scene.bo).query?.isRemoved == false)
        #expect(try await arena.told(.queryDecided).map(\.people) == [[scene.bo]])
        try await arena.expectSound()
    }

    @Test func `both are told, scoring before the end, and the notices of the doubt expire`()
        async throws
    {
        let scene = Scene()
        let people = (0..<3).map { _ in UserID() }
        let arena = try await Arena.open(in: scene, with: [scene.bo] + people)
        try await arena.log(1, by: scene.bo)
        let id = try await arena.doubted(2, of: scene.bo, by: people[0])
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
        #expect(scores.players.map(\.value) == [.whole(1)])
        // Nothing is told once it is over.
        #expect(try await scene.fireDue() == 0)
        #expect(try await arena.told(.queryDecided).count == 1)
        try await arena.expectSound()
    }

    @Test func `hundreds of doubts are decided at once`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        // More than are read at a time, of two people.
        let now = scene.clock.now
        for owner in [scene.bo, scene.cy] {
            try await scene.database.run(
                """
                INSERT INTO entries (id, challenge, user_id, amount, occurred_at, local_day, source,
                    note, audience, state, queried_by, query_reason, queried_at, created_at, version)
                SELECT gen_random_uuid(), \(arena.id), \(owner), 1, \(now), current_date, 'manual',
                    '', 'participants', 'queried', \(scene.ana), 'Hm.', \(now), \(now), 2
                FROM generate_series(1, 300)
                """
            )
            try await scene.database.run(
                """
                UPDATE participants SET value = 300, score = 300, entries = 300, reached_at = \(now)
                WHERE challenge = \(arena.id) AND user_id = \(owner)
                """
            )
        }
        try await arena.come(arena.endsAt)
        try await arena.come(arena.settlesAt)
        #expect(try await arena.state() == .completed)
        #expect(try await arena.value(of: scene.cy) == .whole(300))
        #expect(try await arena.told(.queryDecided).count == 600)
        try await arena.expectSound()
    }
}
