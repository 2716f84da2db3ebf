import FoundationEssentials
import Identifiers
import TestBasics
@testable import Outbox
import Postgres
import RPC
import Synchronization
import TestKit
import Testing
import Values
import Wire

/// The server keeps the plan of a statement that was run a few times. A plan made while a table was
/// empty must do as well when thousands of rows arrive at once (2.14-between-services).
///
/// Slow: delivers thousands of events, several times.
struct BurstTests {
    @Test func `a burst after a quiet minute costs no more than its rows`() async throws {
        try await PrivateServer.with(CountedStatement.settings) { server in
            // One connection for each kind of statement, so that it has run all of them.
            let options = Database.Options.patient { options in
                options.leasedMax = 1
                options.sharedMax = 1
            }
            let database = Database(server.url, options: options, logger: .quiet)
            try await database.migrate(Bank.migrations)
            try await database.countStatements()
            try await burst(of: 500, into: database)
            _ = try await database.all("VACUUM ANALYZE") { _ in }
            for _ in 0..<10 { try await askEverything(of: database) }
            try await database.countStatements()

            try await burst(of: 4_400, into: database)

            let statements = try await database.countedStatements(of: ["outbox", "timers"])
            #expect(statements.count >= 7)
            for statement in statements {
                // Postponing an event writes its row again, and its entry in each of three indexes:
                // the predicate of one names the changed column, so the update cannot be HOT.
                let each = statement.text.hasPrefix("UPDATE outbox SET") ? 12 : 4
                #expect(
                    statement.blocks <= 20 * statement.calls + each * statement.rows,
                    "\(statement)"
                )
            }
            await database.close()
        }
    }

    /// The server makes its plan while every event is blocked, and expects that from then on.
    @Test func `what is blocked for another destination costs a call nothing`() async throws {
        try await PrivateServer.with(CountedStatement.settings) { server in
            let options = Database.Options.patient { options in options.sharedMax = 1 }
            let database = Database(server.url, options: options, logger: .quiet)
            try await database.migrate(Bank.migrations)
            try await database.countStatements()
            // The same keys for both: what blocks one destination does not block the other.
            let events = (0..<4_400).map { _ in Bank.Counted(account: UserID(), number: 1) }
            try await database.transaction { tx in
                try tx.emit(events, to: .media)
                try tx.emit(Array(events.prefix(400)), to: .scoring)
            }
            let others = try await database.oldest(events.count, for: .media).map(\.sequence)
            let own = try await database.oldest(400, for: .scoring).map(\.sequence)
            try await database.transaction { tx in
                try tx.postpone((others + own).map { failure(of: $0, .now() + .hours(1)) })
            }
            _ = try await database.all("VACUUM ANALYZE") { _ in }
            for _ in 0..<10 { _ = try await database.oldest(8, for: .scoring) }
            try await database.transaction { tx in
                try tx.remove(own, to: .scoring)
                try tx.emit(events, to: .scoring)
            }
            try await database.countStatements()

            for _ in 0..<10 {
                let oldest = try await database.oldest(8, for: .scoring)
                #expect(oldest.map(\.key) == events.prefix(8).map(\.account.uuid))
            }

            let statements = try await database.countedStatements(of: ["outbox_oldest"])
            #expect(statements.map(\.rows) == [80])
            for statement in statements {
                #expect(
                    statement.blocks <= 20 * statement.calls + 4 * statement.rows,
                    "\(statement)"
                )
            }
            #expect(try await database.oldest(8, for: .media).isEmpty)
            await database.close()
        }
    }

    /// Inserts many events and timers at once, and waits until all are gone. Some of the events are
    /// not accepted at first.
    private func burst(of count: Int, into database: Database) async throws {
        let users = (0..<count).map { _ in UserID() }
        let refused = Mutex(Set(users.prefix(200)))
        let heard = Mutex(0)
        let listener = Switchboard {
            $0.on { (event: Bank.Counted, _) in
                if refused.withLock({ $0.remove(event.account) }) != nil {
                    throw Bank.Refused.nothingPaid
                }
                heard.withLock { $0 += 1 }
                return Nothing()
            }
        }
        // The gauges, measured every few seconds, have to read everything.
        let settings = Delivery.Settings(gauge: .hours(1))
        let delivery = Delivery(
            of: database,
            to: [.scoring: listener],
            settings: settings,
            logger: .quiet
        )
        let timers = Timers(of: database, logger: .quiet, ["ring": { _, _, _ in }])
        let due = Instant.now()
        try await database.transaction { tx in
            try tx.schedule("ring", users.map { (subject: $0, at: due) })
            try tx.emit(users.map { Bank.Counted(account: $0, number: 1) }, to: .scoring)
        }
        try await running([delivery]) {
            try await eventually("everything is delivered") {
                try await database.eventsLeft() == 0
            }
        }
        #expect(heard.withLock { $0 } == count)
        try await running([timers]) {
            try await eventually("everything has fired") { try await database.timersLeft() == 0 }
        }
    }

    /// Runs each statement of the loops once, with nothing to find.
    private func askEverything(of database: Database) async throws {
        let now = Instant.now()
        let leases = Leases(database, duration: .milliseconds(1))
        _ = try await leases.renew()
        try await leases.release()
        _ = try await database.oldest(64, for: .scoring)
        let due = DueTimer(
            timer: "ring",
            subject: UUID.version7(),
            dueAt: now,
            attempts: 0,
            traceparent: nil
        )
        try await database.transaction { tx in
            try tx.remove([0], to: .scoring)
            try tx.postpone([failure(of: 0, now)], to: [.scoring])
            _ = try await tx.takeDue(["ring"], at: now)
            try await tx.remove(due)
        }
        try await database.postpone(due, until: now)
        _ = try await database.nextDue(["ring"])
    }

    private func failure(of sequence: Int64, _ retryAt: Instant) -> FailedDelivery {
        FailedDelivery(
            sequence: sequence,
            attempts: 1,
            fault: WireError.unavailable.fault,
            retryAt: retryAt
        )
    }
}

extension Database {
    fileprivate func oldest(_ limit: Int, for service: ServiceName) async throws -> [QueuedEvent] {
        try await queuedEvents(
            for: service,
            in: Array(0..<16),
            without: [],
            at: .now(),
            limit: limit
        )
    }
}
