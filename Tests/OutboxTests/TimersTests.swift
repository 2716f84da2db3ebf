import FoundationEssentials
import Identifiers
import Outbox
import Postgres
import Synchronization
import TestKit
import Testing
import Values

@Suite(.freshDatabase(Bank.migrations)) struct TimersTests {
    let clock = StoppedClock()
    let ana = UserID()
    let bo = UserID()

    @Test func `a timer fires at its time, once, and not earlier`() async throws {
        let timers = timers()
        try await schedule("ring", ana, after: .seconds(1))
        clock.advance(by: .seconds(1) - .microseconds(1))
        #expect(try await timers.fireDue() == 0)
        clock.advance(by: .microseconds(1))
        #expect(try await timers.fireDue() == 1)
        #expect(try await timers.fireDue() == 0)
        #expect(try await Database.fresh.heard(of: ana) == [clock.now.microseconds])
    }

    @Test func `the timer due longest fires first`() async throws {
        let order = Mutex<[UUID]>([])
        let timers = Timers(
            of: .fresh,
            now: { [clock] in clock.now },
            logger: .quiet,
            [
                "ring": { _, subject, _ in order.withLock { $0.append(subject) } }
            ]
        )
        let users = (0..<10).map { _ in UserID() }
        for (index, user) in users.enumerated() {
            try await schedule("ring", user, after: .seconds(10 - index))
        }
        clock.advance(by: .minutes(1))
        #expect(try await timers.fireDue() == 10)
        #expect(order.withLock { $0 } == users.reversed().map(\.uuid))
    }

    @Test func `an unscheduled timer does not fire`() async throws {
        try await schedule("ring", ana, after: .zero)
        try await schedule("ring", bo, after: .zero)
        try await schedule("knock", ana, after: .zero)
        try await Database.fresh.transaction { tx in try tx.unschedule("ring", ana) }
        #expect(try await timers(["ring", "knock"]).fireDue() == 2)
        #expect(try await Database.fresh.heard(of: ana).count == 1)
        #expect(try await Database.fresh.heard(of: bo).count == 1)
    }

    @Test(arguments: [(10, 20), (20, 10)])
    func `a second schedule replaces the first`(first: Int, second: Int) async throws {
        try await schedule("ring", ana, after: .seconds(first))
        try await schedule("ring", ana, after: .seconds(second))
        clock.advance(by: .seconds(second) - .microseconds(1))
        #expect(try await timers().fireDue() == 0)
        clock.advance(by: .hours(1))
        #expect(try await timers().fireDue() == 1)
    }

    @Test func `a handler that fails has no effect and is retried later`() async throws {
        let isFailing = Mutex(true)
        let timers = Timers(
            of: .fresh,
            now: { [clock] in clock.now },
            logger: .quiet,
            [
                "ring": { tx, subject, moment in
                    try await tx.hear(subject, moment)
                    if isFailing.withLock({ $0 }) { throw Bank.Refused.nothingPaid }
                }
            ]
        )
        try await schedule("ring", ana, after: .zero)
        try await schedule("ring", bo, after: .zero)
        #expect(try await timers.fireDue() == 0)
        #expect(try await Database.fresh.heard(of: ana) == [])
        #expect(try await Database.fresh.timersLeft() == 2)
        isFailing.withLock { $0 = false }
        clock.advance(by: .milliseconds(250) - .microseconds(1))
        #expect(try await timers.fireDue() == 0)
        clock.advance(by: .microseconds(1))
        #expect(try await timers.fireDue() == 2)
        #expect(try await Database.fresh.heard(of: ana).count == 1)
        #expect(try await Database.fresh.timersLeft() == 0)
    }

    @Test func `a failing timer does not stop the others`() async throws {
        let timers = Timers(
            of: .fresh,
            now: { [clock] in clock.now },
            logger: .quiet,
            [
                "ring": { [ana] tx, subject, moment in
                    if subject == ana.uuid { throw Bank.Refused.nothingPaid }
                    try await tx.hear(subject, moment)
                }
            ]
        )
        try await schedule("ring", ana, after: .zero)
        try await schedule("ring", bo, after: .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(try await timers.fireDue() == 1)
        #expect(try await Database.fresh.heard(of: bo).count == 1)
    }

    @Test func `a handler may reschedule its timer`() async throws {
        let timers = Timers(
            of: .fresh,
            now: { [clock] in clock.now },
            logger: .quiet,
            [
                "ring": { tx, subject, moment in
                    try tx.schedule("ring", UserID(subject), at: moment + .seconds(5))
                    try await tx.hear(subject, moment)
                }
            ]
        )
        try await schedule("ring", ana, after: .zero)
        #expect(try await timers.fireDue() == 1)
        #expect(try await timers.fireDue() == 0)
        clock.advance(by: .seconds(5))
        #expect(try await timers.fireDue() == 1)
        #expect(try await Database.fresh.timersLeft() == 1)
    }

    @Test func `a timer without a handler is left alone`() async throws {
        try await schedule("unheard of", ana, after: .zero)
        #expect(try await timers().fireDue() == 0)
        #expect(try await Database.fresh.timersLeft() == 1)
    }

    @Test func `two loops fire each timer once`() async throws {
        let users = (0..<60).map { _ in UserID() }
        for user in users { try await schedule("ring", user, after: .zero) }
        try await withReplica { replica in
            try await running([timers(), timers(of: replica)]) {
                try await eventually("all have fired") {
                    try await Database.fresh.timersLeft() == 0
                }
            }
        }
        for user in users {
            #expect(try await Database.fresh.heard(of: user).count == 1)
        }
    }

    @Test func `a commit wakes the loop of its own process`() async throws {
        let timers = Timers(of: .fresh, poll: .hours(1), logger: .quiet, ["ring": Self.ring])
        try await running([timers]) {
            for count in 1...2 {
                try await Database.fresh.transaction { tx in
                    try tx.schedule("ring", ana, at: .now())
                }
                try await eventually("it fired") {
                    try await Database.fresh.heard(of: ana).count == count
                }
            }
        }
    }

    @Test func `the loop sleeps until the next timer is due`() async throws {
        let timers = Timers(of: .fresh, poll: .hours(1), logger: .quiet, ["ring": Self.ring])
        let due = Instant.now() + .milliseconds(300)
        try await Database.fresh.transaction { tx in try tx.schedule("ring", ana, at: due) }
        try await running([timers]) {
            try await eventually("it fired") {
                try await Database.fresh.heard(of: ana).count == 1
            }
        }
        #expect(try await Database.fresh.heard(of: ana).allSatisfy { $0 >= due.microseconds })
    }

    /// Any read of the clock may be the one that finds the timer due.
    @Test(arguments: 0...4)
    func `a timer that becomes due during a check fires at once`(looks: Int) async throws {
        let left = Mutex(looks)
        let (before, due) = (clock.now, clock.now + .seconds(5))
        let timers = Timers(
            of: .fresh,
            now: {
                left.withLock { left in
                    defer { left -= 1 }
                    return left > 0 ? before : due
                }
            },
            width: 1,
            poll: .hours(1),
            logger: .quiet,
            ["ring": Self.ring]
        )
        try await Database.fresh.transaction { tx in try tx.schedule("ring", ana, at: due) }
        try await running([timers]) {
            try await eventually("it fired") {
                try await Database.fresh.heard(of: ana).count == 1
            }
        }
    }

    @Test func `a call that holds the subject may change its timer while it fires`() async throws {
        let tries = Mutex(0)
        let timers = Timers(
            of: .fresh,
            now: { [clock] in clock.now },
            logger: .quiet,
            [
                "ring": { tx, subject, _ in
                    tries.withLock { $0 += 1 }
                    _ = try await tx.countUp(UserID(subject))
                }
            ]
        )
        try await schedule("ring", ana, after: .zero)
        let isFiring = Gate()
        async let fired = { [isFiring] in
            await isFiring.pass()
            return try await timers.fireDue()
        }()
        let runs = Mutex(0)
        try await Database.fresh.transaction { [ana] tx in
            runs.withLock { $0 += 1 }
            _ = try await tx.countUp(ana)
            isFiring.open()
            try await eventually("the handler waits for the subject") {
                try await Database.fresh.one(
                    """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'
                    """
                ) { row in try row.next(Int.self) } == 1
            }
            try tx.unschedule("ring", ana)
        }
        #expect(try await fired == 1)
        #expect(tries.withLock { $0 } == 1)
        #expect(runs.withLock { $0 } == 1)
        #expect(try await Database.fresh.timersLeft() == 0)
    }

    private static let ring: Timers.Action = { tx, subject, moment in
        try await tx.hear(subject, moment)
    }

    private func timers(_ names: [String] = ["ring"], of database: Database = .fresh) -> Timers {
        Timers(
            of: database,
            now: { [clock] in clock.now },
            logger: .quiet,
            Dictionary(uniqueKeysWithValues: names.map { ($0, Self.ring) })
        )
    }

    private func schedule(_ timer: String, _ user: UserID, after delay: Duration) async throws {
        let due = clock.now + delay
        try await Database.fresh.transaction { tx in
            try tx.schedule(timer, user, at: due)
        }
    }
}

extension Transaction {
    fileprivate func hear(_ subject: UUID, _ moment: Instant) async throws {
        try await run(
            "INSERT INTO heard (account, number) VALUES (\(subject), \(moment.microseconds))"
        )
    }
}
