import Identifiers
import Outbox
import Postgres
import RPC
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// What two people are paid for on one day, where the operator caps it (2.7-pair-day).
@Suite(.freshDatabase(Scoring.migrations)) struct PairDaysTests {
    let ana = UserID()
    let bo = UserID()
    let cy = UserID()
    /// From the time of a fixture's payments to the next midnight in UTC, in seconds.
    let midnight: Int64 = 6_400

    /// A service that pays two people so often a day.
    private func capped(_ cap: Int) -> Fixture {
        Fixture(payment: Payment(paidPerPairDay: cap))
    }

    private func counts() async throws -> [Int] {
        try await Database.fresh.all("SELECT paid FROM pair_days ORDER BY one, other, day") { row in
            try row.next()
        }
    }

    /// The points of each line of a cause, the fewest first.
    private func lines(of assignment: AssignmentID) async throws -> [Int] {
        try await Database.fresh.ledger(of: assignment).map(\.points).sorted()
    }

    /// How many totals differ from the sums of the ledger.
    private func differing() async throws -> Int {
        try await Database.fresh.one(
            """
            SELECT count(*) FROM totals FULL JOIN
                (SELECT user_id, sum(points)::bigint AS points FROM ledger GROUP BY 1) AS sums
                USING (user_id)
            WHERE coalesce(totals.points, 0) <> coalesce(sums.points, 0)
            """
        ) { row in try row.next() }
    }

    @Test func `beyond the cap both lines are written, without points`() async throws {
        let fixture = capped(2)
        for second in Int64(0)..<2 { try await fixture.pay(bo, by: ana, at: second) }
        let third = try await fixture.pay(ana, by: bo, at: 2)
        #expect(try await fixture.points(of: bo) == 200)
        #expect(try await fixture.points(of: ana) == 20)
        #expect(try await lines(of: third) == [0, 0])
        #expect(try await counts() == [2])
    }

    @Test func `a new day begins at midnight in UTC`() async throws {
        let fixture = capped(1)
        try await fixture.pay(bo, by: ana, at: midnight - 1)
        try await fixture.pay(bo, by: ana, at: midnight)
        #expect(try await fixture.points(of: bo) == 200)
        try await fixture.pay(bo, by: ana, at: midnight + 1)
        try await fixture.pay(bo, by: ana, at: midnight - 2)
        #expect(try await fixture.points(of: bo) == 200)
        #expect(try await counts() == [1, 1])
    }

    @Test func `others are paid all the same`() async throws {
        let fixture = capped(1)
        for completer in [bo, cy] { try await fixture.pay(completer, by: ana) }
        try await fixture.pay(bo, by: cy)
        #expect(try await fixture.points(of: ana) == 20)
        #expect(try await fixture.points(of: bo) == 200)
        #expect(try await fixture.points(of: cy) == 110)
        #expect(try await counts() == [1, 1, 1])
    }

    @Test func `a repeated event counts once`() async throws {
        let fixture = capped(2)
        let event = done(bo, ana)
        let id = EventID()
        for _ in 0..<3 { try await fixture.deliver(event, from: .challenges, as: id) }
        #expect(try await counts() == [1])
        try await fixture.pay(bo, by: ana)
        #expect(try await fixture.points(of: bo) == 200)
    }

    @Test func `the same cause under another event counts once, on its first day`() async throws {
        let fixture = capped(1)
        let first = try await fixture.pay(bo, by: ana)
        try await fixture.pay(bo, by: ana, at: 1, first)
        try await fixture.pay(bo, by: ana, at: midnight, first)
        let unpaid = try await fixture.pay(bo, by: ana, at: 2)
        try await fixture.pay(bo, by: ana, at: midnight, unpaid)
        #expect(try await lines(of: first) == [10, 100])
        #expect(try await lines(of: unpaid) == [0, 0])
        try await fixture.pay(bo, by: ana, at: midnight + 1)
        #expect(try await fixture.points(of: bo) == 200)
        #expect(try await differing() == 0)
    }

    @Test func `in one transaction several payments of two people are counted in their order`()
        async throws
    {
        let fixture = capped(2)
        try await fixture.pay(bo, by: ana)
        let events = [3, 1, 2].map { done(bo, ana, at: $0) }
        let twice = events + [events[1]]
        try await pay(twice + [done(cy, ana), done(ana, ana)], cap: 2)
        var paid: [Int] = []
        for event in events { paid.append(try await lines(of: event.assignment).reduce(0, +)) }
        #expect(paid == [0, 110, 0])
        #expect(try await counts().sorted() == [1, 2])
        #expect(try await differing() == 0)
    }

    @Test func `no one is paid, or counted, for their own dare`() async throws {
        let fixture = capped(1)
        try await fixture.pay(ana, by: ana)
        #expect(try await fixture.points(of: ana) == 0)
        #expect(try await counts() == [])
    }

    @Test func `a total that gets no points was reached when it was`() async throws {
        let fixture = capped(1)
        try await fixture.pay(bo, by: ana)
        let before = try await reachedAt(bo)
        try await fixture.pay(bo, by: ana, at: 60)
        #expect(try await reachedAt(bo) == before)
        try await fixture.pay(bo, by: cy, at: 70)
        #expect(try await reachedAt(bo) == before + .seconds(70))
    }

    @Test func `of concurrent payments as many are paid as the cap allows`() async throws {
        let replicas = [capped(5), capped(5)]
        let pairs = [(ana, bo), (bo, cy), (cy, ana)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<90 {
                let (one, other) = pairs[index % 3]
                let (completer, sender) = index % 4 < 2 ? (one, other) : (other, one)
                group.addTask {
                    try await replicas[index % 2].pay(completer, by: sender, at: Int64(index))
                }
            }
            try await group.waitForAll()
        }
        #expect(try await counts() == [5, 5, 5])
        let (lines, unpaid, points) = try await Database.fresh.one(
            "SELECT count(*), count(*) FILTER (WHERE points = 0), sum(points)::bigint FROM ledger"
        ) { row in try row.read() as (Int, Int, Int) }
        #expect(lines == 180)
        #expect(unpaid == 150)
        #expect(points == 3 * 5 * 110)
        #expect(try await differing() == 0)
    }

    @Test func `the same cause, delivered concurrently on two days, counts once`() async throws {
        let fixture = capped(3)
        let cause = AssignmentID()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                let second = index.isMultiple(of: 2) ? 0 : midnight
                group.addTask { try await fixture.pay(bo, by: ana, at: second, cause) }
            }
            try await group.waitForAll()
        }
        #expect(try await lines(of: cause) == [10, 100])
        #expect(try await counts().reduce(0, +) == 1)
    }

    @Test func `transactions that pay the same pairs in other orders wait, and all succeed`()
        async throws
    {
        let people = (0..<6).map { _ in UserID() }
        let pairs = people.indices.flatMap { one in
            people[..<one].map { (people[one], $0) }
        }
        var dice = Dice(seed: 1)
        let batches = (0..<20).map { _ in
            pairs.shuffled(using: &dice).map { done($0.0, $0.1) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for batch in batches { group.addTask { try await pay(batch, cap: 7) } }
            try await group.waitForAll()
        }
        #expect(try await counts() == Array(repeating: 7, count: pairs.count))
        #expect(try await differing() == 0)
    }

    @Test func `without a cap nothing is counted`() async throws {
        let fixture = capped(0)
        for second in Int64(0)..<7 { try await fixture.pay(bo, by: ana, at: second) }
        #expect(try await fixture.points(of: bo) == 700)
        #expect(try await counts() == [])
    }

    @Test(arguments: [(0, 2), (1, 3)])
    func `a payment waits for one statement more, only where it is capped`(
        cap: Int,
        messages: Int
    ) async throws {
        let payment = Payment(paidPerPairDay: cap)
        try await WaitCounter.with { counter in
            let events = try received([done(bo, ana)])
            let waits = try await counter.count {
                try await counter.database.receive(events) { tx, events in
                    try await tx.pay(events, payment)
                }
            }
            #expect(waits == WaitCounter.Waits(messages: messages, reads: 0))
        }
    }

    @Test func `a workout is paid and counted as a dare is`() async throws {
        let fixture = capped(1)
        for (second, kind) in [AssignmentDone.Kind.workout, .dare].enumerated() {
            let event = done(bo, ana, at: Int64(second), kind: kind)
            try await fixture.deliver(event, from: .challenges)
        }
        #expect(try await fixture.points(of: bo) == 100)
        #expect(try await fixture.points(of: ana) == 10)
    }

    private func done(
        _ completer: UserID,
        _ sender: UserID,
        at seconds: Int64 = 0,
        kind: AssignmentDone.Kind? = nil
    ) -> AssignmentDone {
        AssignmentDone(
            assignment: AssignmentID(),
            completer: completer,
            sender: sender,
            at: Instant(microseconds: 1_000_000 * (1_700_000_000 + seconds)),
            isVerified: true,
            kind: kind
        )
    }

    /// Pays for new events in one transaction.
    private func pay(_ events: [AssignmentDone], cap: Int) async throws {
        let payment = Payment(paidPerPairDay: cap)
        try await Database.fresh.receive(try received(events)) { tx, events in
            try await tx.pay(events, payment)
        }
    }

    private func received(
        _ events: [AssignmentDone]
    ) throws -> [ReceivedEvent<AssignmentDone>] {
        try events.map { try ReceivedEvent($0, in: .background(idempotencyKey: "\(EventID())")) }
    }

    private func reachedAt(_ user: UserID) async throws -> Instant {
        try await Database.fresh.one("SELECT reached_at FROM totals WHERE user_id = \(user)") {
            try $0.next()
        }
    }
}
