import Identifiers
import IdentityAPI
import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// What is older than milestones, streaks and first friends earns their medals after the upgrade,
/// seen and without a notice; what happens afterwards is told (2.7-medals).
@Suite(.freshDatabase(Array(Scoring.migrations.prefix { $0.name != "m25_count_milestones" })))
struct HistoryTests {
    private let ana = UserID()
    private let bo = UserID()
    private let cy = UserID()
    private let goal = ChallengeID()
    private let long = Instant.now() - .days(100)

    /// Stores a line as the release before does.
    private func pay(
        _ user: UserID,
        _ rule: String,
        _ points: Int,
        for cause: AssignmentID,
        at moment: Instant
    ) async throws {
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                """
                INSERT INTO ledger (cause, user_id, rule, points, earned_at, is_verified)
                VALUES (\(cause), \(user), \(rule), \(points), \(moment), true)
                """
            )
        }
    }

    /// Ana did 11 dares of Bo, one of which is void; they are friends, and Cy knows nobody.
    private func settle() async throws {
        for (number, user) in [ana, bo, cy].enumerated() {
            let name = "p\(number)"
            try await Database.fresh.transaction { tx in
                _ = try await tx.run(
                    """
                    INSERT INTO people (id, username, first_name, last_name, version, standing)
                    VALUES (\(user), \(name), 'P', '', 1, 'active')
                    """
                )
            }
        }
        for number in 0..<11 {
            let (cause, moment) = (AssignmentID(), long + .hours(number))
            try await pay(ana, "complete", 100, for: cause, at: moment)
            try await pay(bo, "sent", 10, for: cause, at: moment)
            if number == 3 {
                try await pay(ana, "complete_reversed", -100, for: cause, at: moment)
                try await pay(bo, "sent_reversed", -10, for: cause, at: moment)
            }
        }
        let pair = Pair(ana, bo)
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                "INSERT INTO relations VALUES (\(pair.one), \(pair.other), 'friends', 1)"
            )
        }
    }

    /// Delivers what challengesd tells of the time before.
    private func deliver(to fixture: Fixture) async throws {
        let first = CivilDate.split(long.microseconds, unitsADay: 86_400_000_000).date
        for number in 0..<8 {
            let day = first.advanced(by: number)
            let counted = DayCounted(
                user: ana,
                day: day,
                counts: true,
                hasProof: number == 0,
                version: 1
            )
            try await fixture.deliver(counted, from: .challenges)
            let closed = PeriodClosed(
                goal: goal,
                user: ana,
                startsOn: day,
                endsOn: day,
                outcome: .met,
                isDaily: true,
                version: 9
            )
            try await fixture.deliver(closed, from: .challenges)
            let sent = ChallengeSent(
                challenge: ChallengeID(),
                sender: bo,
                recipients: 2,
                at: long + .days(number)
            )
            try await fixture.deliver(sent, from: .challenges)
        }
    }

    private func finish(_ fixture: Fixture, limit: Int = 1_000) async throws {
        while try await fixture.service.catchUp(limit: limit) > 0 {}
        while try await fixture.service.medals.award() > 0 {}
    }

    private static let ofAna = [
        "completed1", "completed10", "firstFriend", "firstProof", "streak7", "streak7",
    ]
    private static let ofBo = ["doneByOthers1", "doneByOthers10", "firstFriend", "sent1", "sent10"]

    private func expectSeen(_ fixture: Fixture) async throws {
        #expect(try await fixture.kinds(of: ana) == Self.ofAna)
        #expect(try await fixture.kinds(of: bo) == Self.ofBo)
        #expect(try await fixture.kinds(of: cy) == [])
        for user in [ana, bo] {
            let medals = try await fixture.medals(of: user, limit: 100).items
            #expect(medals.allSatisfy { $0.seenAt != nil })
        }
        #expect(try await fixture.emitted(PeopleTold.self).isEmpty)
        let check = CheckScores(limit: 100)
        let checked = try await fixture.scoring.call(check, in: CallContext(peer: .operator))
        // The release before kept totals too; these tests do not.
        #expect(checked.differences.filter { $0.score != "total" } == [])
    }

    @Test func `history earns medals that are seen, and nobody is told`() async throws {
        try await settle()
        try await Database.fresh.migrate(Scoring.migrations)
        let fixture = Fixture()
        try await deliver(to: fixture)
        try await finish(fixture)
        try await expectSeen(fixture)
        // The tenth dare that is not void was the last one.
        let tenth = try await fixture.medals(of: ana, .completed10).items.first
        #expect(tenth?.earnedAt == long + .hours(10))
    }

    @Test func `replicas at once, in small steps, give the same, while others are paid`()
        async throws
    {
        try await settle()
        try await Database.fresh.migrate(Scoring.migrations)
        let fixture = Fixture()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    let replica = Fixture().service
                    for catchUp in [CatchUp.counters, .friends] {
                        while try await Database.fresh.isUnderWay(catchUp) {
                            _ = try await replica.catchUp(limit: 1)
                        }
                    }
                }
            }
            group.addTask { try await deliver(to: fixture) }
            group.addTask {
                // A release before adds lines meanwhile, which triggers count.
                for number in 0..<5 {
                    let moment = long + .days(1) + .hours(number)
                    try await pay(ana, "complete", 100, for: AssignmentID(), at: moment)
                }
            }
            try await group.waitForAll()
        }
        try await finish(fixture)
        try await expectSeen(fixture)
        #expect(try await Database.fresh.counts(of: ana)[.completed] == 15)
        #expect(try await Database.fresh.counts(of: bo)[.doneByOthers] == 10)
    }

    @Test func `a step that is rolled back has counted nothing`() async throws {
        try await settle()
        try await Database.fresh.migrate(Scoring.migrations)
        let fixture = Fixture()
        struct Crash: Error {}
        await #expect(throws: Crash.self) {
            try await Database.fresh.transaction { tx in
                let last = try #require(try await tx.held(.counters))
                let next = try await tx.setCounters(after: UserID(last), limit: 1)
                try tx.save(.counters, at: next)
                throw Crash()
            }
        }
        #expect(try await Database.fresh.counts(of: min(ana, bo)) == [:])
        try await deliver(to: fixture)
        try await finish(fixture, limit: 1)
        try await expectSeen(fixture)
    }

    @Test func `what happens after the upgrade is told`() async throws {
        try await settle()
        try await Database.fresh.migrate(Scoring.migrations)
        let fixture = Fixture(now: { .now() + .hours(1) })
        try await deliver(to: fixture)
        try await finish(fixture)
        let done = AssignmentDone(
            assignment: AssignmentID(),
            completer: cy,
            sender: ana,
            at: .now() + .hours(1),
            isVerified: true
        )
        try await fixture.deliver(done, from: .challenges)
        let befriended = RelationChanged(
            one: min(bo, cy),
            other: max(bo, cy),
            relation: .friends,
            version: 1
        )
        try await fixture.deliver(befriended, from: .identity)
        try await finish(fixture)
        #expect(try await fixture.kinds(of: cy) == ["completed1", "firstFriend"])
        let told = try await fixture.told(.medal)
        #expect(told.filter { $0.people == [cy] }.count == 2)
        #expect(told.filter { $0.people == [ana] }.count == 1)
        #expect(told.count == 3)
    }
}
