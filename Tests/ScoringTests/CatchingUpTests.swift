import FoundationEssentials
import Identifiers
import Outbox
import Postgres
import RPC
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// What was there before the windows is counted once, in steps, while all goes on (2.7-windows).
@Suite(.freshDatabase(Array(Scoring.migrations.prefix { $0.name != "m08_count_windows" })))
struct CatchingUpTests {
    private let now = Instant(microseconds: 1_773_835_200_000_000)
    private let people = (0..<9).map { _ in UserID() }.sorted()

    /// A line as the release before writes it.
    private func pay(
        _ user: UserID,
        _ points: Int = 100,
        for cause: AssignmentID = AssignmentID(),
        at moment: Instant
    ) async throws {
        let rule = points > 0 ? "complete" : "complete_reversed"
        try await Database.fresh.transaction { tx in
            try await tx.run(
                """
                INSERT INTO ledger (cause, user_id, rule, points, earned_at, is_verified)
                VALUES (\(cause), \(user), \(rule), \(points), \(moment), true)
                """
            )
            try await tx.run(
                """
                INSERT INTO totals AS known (user_id, points, reached_at)
                VALUES (\(user), \(points), \(moment))
                ON CONFLICT ON CONSTRAINT totals_pkey DO UPDATE
                SET points = known.points + excluded.points,
                    reached_at = greatest(known.reached_at, excluded.reached_at)
                """
            )
        }
    }

    private func store(
        _ user: UserID,
        named name: String,
        isListed: Bool = true,
        _ standing: String = "active"
    ) async throws {
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                """
                INSERT INTO people (id, username, first_name, last_name, version, is_listed,
                    standing)
                VALUES (\(user), \(name), 'P', '', 1, \(isListed), \(standing))
                """
            )
        }
    }

    /// People and lines of the release before; every third person is listed, and the last of them
    /// is suspended.
    private func settle() async throws -> [AssignmentID] {
        for (index, user) in people.enumerated() {
            let name = "p\(index)"
            let isListed = index.isMultiple(of: 3)
            let standing = index == 6 ? "suspended" : "active"
            try await store(user, named: name, isListed: isListed, standing)
        }
        var causes: [AssignmentID] = []
        for index in 0..<40 {
            let cause = AssignmentID()
            causes.append(cause)
            let user = people[index % people.count]
            try await pay(user, for: cause, at: now - .days(index))
            if index.isMultiple(of: 7) {
                try await pay(user, -100, for: cause, at: now - .days(index))
            }
        }
        return causes
    }

    private func migrate() async throws {
        try await Database.fresh.migrate(Scoring.migrations)
    }

    private func isCaughtUp() async throws -> Bool {
        var isBusy = false
        for catchUp in CatchUp.allCases {
            isBusy = try await Database.fresh.isUnderWay(catchUp) || isBusy
        }
        return !isBusy
    }

    @Test func `all that was paid is counted, whatever the steps`() async throws {
        _ = try await settle()
        try await migrate()
        let fixture = Fixture(now: { [now] in now })
        #expect(try await Database.fresh.miscounted() > 0)
        var steps = 0
        while try await fixture.service.catchUp(limit: 8) > 0 { steps += 1 }
        #expect(steps == 21)
        #expect(try await isCaughtUp())
        #expect(try await Database.fresh.miscounted() == 0)
        #expect(try await Database.fresh.mislisted() == 0)
        #expect(try await Database.fresh.misplaced() == 0)
        let listed = try await fixture.listed(.month).items
        #expect(Set(listed.map(\.user.id)) == [people[0], people[3]])
        let others = try await fixture.listed(.all).items
        #expect(Set(others.map(\.user.id)) == [people[0], people[3]])
    }

    @Test func `a new line counts at once, a void of an old one too, and neither twice`()
        async throws
    {
        let causes = try await settle()
        try await migrate()
        let fixture = Fixture(now: { [now] in now })
        // One that the steps have not come to, and later one that they have.
        try await fixture.void(causes[1])
        #expect(try await fixture.service.catchUp(limit: 40) == 3)
        // Of the release before, which knows nothing of this.
        try await pay(people[2], at: now)
        try await fixture.void(causes[2])
        try await fixture.pay(people[3], at: now)
        while try await fixture.service.catchUp(limit: 40) > 0 {
            try await fixture.pay(people[4], at: now - .days(8))
        }
        try await fixture.void(causes[3])
        #expect(try await Database.fresh.miscounted() == 0)
        #expect(try await Database.fresh.mislisted() == 0)
        // The time is that of the newest line that stands, whoever counted it.
        let wrong = try await Database.fresh.one(
            """
            SELECT count(*) FROM window_totals AS counted WHERE reached_at <> (
                SELECT coalesce(max(earned_at), 'epoch') FROM ledger AS line
                WHERE user_id = counted.user_id AND points > 0 AND date_trunc(counted.span,
                    earned_at AT TIME ZONE 'UTC')::date = counted.starts_on
                AND NOT EXISTS (
                    SELECT FROM ledger AS reversal WHERE reversal.cause = line.cause
                    AND reversal.user_id = line.user_id AND reversal.points < 0))
            """
        ) { row in try row.next(Int.self) }
        #expect(wrong == 0)
    }

    @Test func `counting ends, though new players come at each step`() async throws {
        _ = try await settle()
        try await migrate()
        let fixture = Fixture(now: { [now] in now })
        var steps = 0
        while steps < 20, try await fixture.service.catchUp(limit: 40) > 0 {
            steps += 1
            try await fixture.pay(UserID(), at: now)
        }
        // The lines of 40 causes take four steps, and a fifth finds no more.
        #expect(steps == 5)
        #expect(try await isCaughtUp())
        #expect(try await Database.fresh.miscounted() == 0)
        #expect(try await Database.fresh.mislisted() == 0)
    }

    @Test func `listing people ends, though people register at each step`() async throws {
        _ = try await settle()
        try await migrate()
        var last: UUID? = UUID.lowest
        var steps = 0
        while steps < 20, let reached = last {
            last = try await Database.fresh.transaction { tx in
                try await tx.settlePeople(after: reached, limit: 4)
            }
            steps += 1
            // The ids of users ascend with time, so that a new one is behind all who were read.
            try await store(UserID(), named: "late\(steps)")
        }
        // Four of nine, four of ten, and the last three of eleven.
        #expect(steps == 3)
    }

    @Test func `a step that is rolled back has counted nothing, and another replica goes on`()
        async throws
    {
        _ = try await settle()
        try await migrate()
        let fixture = Fixture(now: { [now] in now })
        struct Crash: Error {}
        let (reached, gate) = (Gate(), Gate())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { reached.open() }
                await #expect(throws: Crash.self) {
                    try await Database.fresh.transaction { tx in
                        let last = try #require(try await tx.held(.ledger))
                        let next = try await tx.countLines(after: last, limit: 20)
                        try tx.save(.ledger, at: next)
                        reached.open()
                        await gate.pass()
                        throw Crash()
                    }
                }
            }
            await reached.pass()
            defer { gate.open() }
            // While one is at it, the other waits for nothing.
            let isHeld = try await Database.fresh.transaction { tx in
                try await tx.held(.ledger) == nil
            }
            #expect(isHeld)
            gate.open()
            try await group.waitForAll()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                let service = Fixture().service
                group.addTask {
                    while try await Database.fresh.isUnderWay(.ledger) {
                        _ = try await service.catchUp(limit: 12)
                    }
                }
            }
            group.addTask {
                for user in people { try await fixture.pay(user, at: now) }
            }
            try await group.waitForAll()
        }
        #expect(try await Database.fresh.miscounted() == 0)
    }

    @Test func `where nothing lies behind, there is nothing to do`() async throws {
        try await migrate()
        #expect(try await isCaughtUp())
        #expect(try await Fixture().service.catchUp() == 0)
    }

    @Test func `the loop counts what lies behind`() async throws {
        _ = try await settle()
        try await migrate()
        let service = Fixture().service
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.catchingUp.run() }
            try await eventually("all is counted") { try await isCaughtUp() }
            group.cancelAll()
        }
        #expect(try await Database.fresh.miscounted() == 0)
    }
}
