import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// What is kept of the people in a contest.
@Suite(.freshDatabase(Challenges.migrations))
struct ParticipantsTableTests {
    @Test func `a row is added, changed over its version, and read as it was stored`()
        async throws
    {
        let crew = try await Crew.form()
        let new = ParticipantRecord(
            challenge: crew.id,
            user: UserID(),
            state: .left,
            invitedBy: UserID(),
            invitedAt: .noon,
            isByCode: true,
            requestedAt: .noon + .hours(1),
            joinedAt: .noon + .hours(2),
            returnedAt: .noon + .hours(6),
            endedAt: .noon + .hours(3),
            target: Amount(whole: 4),
            value: Amount(whole: 5),
            score: Amount(whole: 6),
            entries: 7,
            reachedAt: .noon + .hours(4),
            completedAt: .noon + .hours(5),
            isFlagged: true
        )
        let database = crew.scene.database
        let stored = try await database.transaction { tx in try tx.save(new) }
        #expect(stored.version == 1)
        #expect(try await crew.row(of: new.user) == stored)
        var changed = ParticipantRecord(
            challenge: crew.id,
            user: new.user,
            state: .invited,
            version: stored.version
        )
        let again = try await database.transaction { [changed] tx in try tx.save(changed) }
        #expect(again.version == 2)
        #expect(try await crew.row(of: new.user) == again)
        // What was changed meanwhile is not written over, nor is a row that is there already.
        for version in [Int64(0), 1, 3] {
            changed.version = version
            await #expect(throws: PostgresError.self) {
                try await database.transaction { [changed] tx in try tx.save(changed) }
            }
        }
        #expect(try await crew.row(of: new.user) == again)
    }

    @Test func `several people are held, each once, without those who have no row`()
        async throws
    {
        let crew = try await Crew.form()
        let scene = crew.scene
        try await crew.join(scene.bo)
        try await crew.invite(scene.cy)
        let held = try await scene.database.transaction { tx in
            try await tx.heldParticipants(
                [scene.cy, scene.bo, scene.cy, UserID()],
                of: crew.id
            )
        }
        #expect(held.mapValues(\.state) == [scene.bo: .joined, scene.cy: .invited])
        let none = try await scene.database.transaction { tx in
            try await tx.heldParticipants([], of: crew.id)
        }
        #expect(none.isEmpty)
        let joined = try await scene.database.people(.joined, in: crew.id)
        #expect(joined == [scene.ana, scene.bo].sorted())
        #expect(try await scene.database.people(.joined, in: crew.id, limit: 1).count == 1)
        let some = try await scene.database.participants(of: crew.id, in: [.invited, .joined])
        #expect(some.map(\.user) == [scene.ana, scene.bo, scene.cy].sorted())
    }

    /// One statement lapses what the table of moves lapses.
    @Test func `the end lapses rows as it moves people`() async throws {
        let crew = try await Crew.form()
        let scene = crew.scene
        let contest = try #require(try await scene.database.contest(crew.id))
        let end = try #require(contest.life.endsAt)
        var rows: [ParticipantRecord] = []
        for state in Participant.State.allCases where state != .unknown {
            // Who is or was in it joined once.
            let moments =
                state == .joined || state == .left
                ? [contest.life.startsAt] : [nil, contest.life.startsAt]
            for joinedAt in moments {
                rows.append(
                    ParticipantRecord(
                        challenge: crew.id,
                        user: UserID(),
                        state: state,
                        joinedAt: joinedAt,
                        endedAt: state == .joined ? nil : joinedAt
                    )
                )
            }
        }
        let lapsed = try await scene.database.transaction { [rows] tx in
            for row in rows { try tx.save(row) }
            return try await tx.lapse(contest, at: end)
        }
        var expected: [UserID] = []
        for row in rows {
            var life = ParticipantLife(of: row.user, row, in: contest, isOpen: true)
            if life.pass(to: end, under: ContestRules()) != nil { expected.append(row.user) }
            var record = life.record(over: row)
            record.version = expected.last == row.user ? 2 : 1
            #expect(try await crew.row(of: row.user) == record)
        }
        #expect(lapsed == expected.count)
        #expect(lapsed == 4)
    }

    @Test func `places are counted, and none is taken beyond the capacity`() async throws {
        let crew = try await Crew.form {
            $0.authorPlays = false
            $0.capacity = 2
        }
        let database = crew.scene.database
        let contest = try #require(try await database.contest(crew.id))
        let take = { (isFirst: Bool) in
            try await database.transaction { tx in
                try await tx.takePlace(in: contest, first: isFirst)
            }
        }
        #expect(try await take(true))
        #expect(try await take(true))
        #expect(try await !take(true))
        #expect(try await crew.counts() == [2, 2])
        try await database.transaction { tx in try tx.freePlace(in: contest) }
        #expect(try await crew.counts() == [1, 2])
        #expect(try await take(false))
        #expect(try await crew.counts() == [2, 2])
        var unlimited = contest
        unlimited.capacity = nil
        let isTaken = try await database.transaction { [unlimited] tx in
            try await tx.takePlace(in: unlimited, first: true)
        }
        #expect(isTaken)
        #expect(try await crew.counts() == [3, 3])
    }

    @Test func `a page is read from an index that has its order, however many people there are`()
        async throws
    {
        let crew = try await Crew.form { $0.authorPlays = false }
        let (database, contest, now) = (crew.scene.database, crew.id, crew.scene.clock.now)
        try await database.transaction { tx in
            // Without what is counted of each who joins.
            try await tx.run("SET LOCAL session_replication_role = replica")
            try await tx.run(
                """
                INSERT INTO participants (challenge, user_id, state, by_code, joined_at, entries,
                    is_flagged, version)
                SELECT \(contest), gen_random_uuid(),
                    CASE WHEN n % 4 = 0 THEN 'invited' ELSE 'joined' END, false, \(now), 0, false,
                    1
                FROM generate_series(1, 20000) AS n
                """
            )
        }
        try await database.run("ANALYZE participants")
        let middle = try await database.people(.joined, in: crew.id)[7_500]
        for state in [Participant.State.joined, .invited] {
            for last in [nil, middle] {
                let log = StatementLog(database)
                let page = ParticipantsPage(
                    contest: crew.id,
                    state: state,
                    viewer: crew.scene.ana,
                    after: last,
                    limit: 21
                )
                let people = try await log.participants(page).items.map(\.user)
                #expect(people.count == 21)
                #expect(people == people.sorted())
                #expect(last.map { $0 < people[0] } ?? true)
                for statement in log.statements {
                    let plan = try await database.plan(of: statement)
                    for step in plan.all {
                        #expect(step.sorted == 0, "\(plan)")
                        guard step.table == "participants" else { continue }
                        // One more is read to know whether the page's last is the last of all.
                        #expect(step.type != "Seq Scan" && step.read <= 22, "\(plan)")
                    }
                }
            }
        }
    }
}
