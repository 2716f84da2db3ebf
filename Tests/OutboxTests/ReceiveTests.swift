import Identifiers
import Outbox
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

/// Rule 2.14-between-services, the receiver's side.
@Suite(.freshDatabase(Bank.migrations)) struct ReceiveTests {
    let account = UserID()

    @Test func `a repeated event takes effect once`() async throws {
        let id = EventID()
        try await tell(1, id: id)
        try await tell(1, id: id)
        #expect(try await Database.fresh.heard(of: account) == [1])
    }

    @Test func `fifty at once take effect once`() async throws {
        let id = EventID()
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask { try await tell(1, id: id) }
            }
            try await group.waitForAll()
        }
        #expect(try await Database.fresh.heard(of: account) == [1])
    }

    @Test func `equal events with different ids each take effect`() async throws {
        try await tell(1, id: EventID())
        try await tell(1, id: EventID())
        #expect(try await Database.fresh.heard(of: account) == [1, 1])
    }

    @Test func `an event whose effect failed is new when it is sent again`() async throws {
        let event = Bank.Counted(account: account, number: 1)
        let context = CallContext(idempotencyKey: EventID().description)
        await #expect(throws: Bank.Refused.nothingPaid) {
            try await Database.fresh.receive(event, in: context) { _ in
                throw Bank.Refused.nothingPaid
            }
        }
        _ = try await Bank(database: .fresh).hear(event, in: context)
        #expect(try await Database.fresh.heard(of: account) == [1])
    }

    @Test(arguments: [nil, "", "not an id"])
    func `an event without an id is refused`(key: String?) async {
        await #expect(throws: WireError.malformed.fault) {
            try await Bank(database: .fresh).listener.call(
                Bank.Counted(account: account, number: 1),
                in: CallContext(idempotencyKey: key)
            )
        }
    }

    @Test func `ids are remembered for thirty days, and no longer`() async throws {
        let clock = StoppedClock()
        let purge = Purge(of: .fresh, now: { clock.now }, logger: .quiet)
        let context = CallContext(idempotencyKey: EventID().description)
        _ = try await Database.fresh.receive(
            Bank.Counted(account: account, number: 1),
            in: context,
            at: clock.now
        ) { _ in }
        clock.advance(by: .days(30))
        #expect(try await purge.purge() == 0)
        clock.advance(by: .microseconds(1))
        #expect(try await purge.purge() == 1)
    }

    @Test func `events received together each take effect once`() async throws {
        let ids = (1...5).map { _ in EventID() }
        try await receive([(1, ids[0]), (2, ids[1])])
        // Two repetitions, and one event that is sent twice.
        try await receive([
            (3, ids[2]), (1, ids[0]), (4, ids[3]), (2, ids[1]), (5, ids[4]), (3, ids[2]),
        ])
        #expect(try await Database.fresh.heard(of: account).sorted() == [1, 2, 3, 4, 5])
        try await receive([(1, ids[0]), (5, ids[4])]) { _, _ in Issue.record("none is new") }
    }

    @Test func `overlapping batches received concurrently take effect once`() async throws {
        let ids = (0..<20).map { _ in EventID() }
        try await withThrowingTaskGroup { group in
            for first in 0..<20 {
                group.addTask {
                    let numbers = (0..<10).map { (first + $0) % 20 }.shuffled()
                    try await receive(numbers.map { (Int64($0), ids[$0]) })
                }
            }
            try await group.waitForAll()
        }
        #expect(try await Database.fresh.heard(of: account).sorted() == Array(0..<20))
    }

    @Test func `if one effect fails, all its events are new when sent again`() async throws {
        let events: [(Int64, EventID)] = [(1, EventID()), (2, EventID())]
        await #expect(throws: Bank.Refused.nothingPaid) {
            try await receive(events) { _, _ in throw Bank.Refused.nothingPaid }
        }
        try await receive(events)
        #expect(try await Database.fresh.heard(of: account).sorted() == [1, 2])
    }

    /// Receives numbers in one transaction; by default, records them.
    private func receive(
        _ events: [(number: Int64, id: EventID)],
        _ body: (@Sendable (Transaction, [Bank.Counted]) async throws -> Void)? = nil
    ) async throws {
        let events = try events.map { number, id in
            try ReceivedEvent(
                Bank.Counted(account: account, number: number),
                in: .background(idempotencyKey: id.description)
            )
        }
        try await Database.fresh.receive(events) { tx, events in
            if let body { return try await body(tx, events) }
            for event in events {
                try await tx.run(
                    """
                    INSERT INTO heard (account, number) VALUES (\(event.account), \(event.number))
                    """
                )
            }
        }
    }

    private func tell(_ number: Int64, id: EventID) async throws {
        _ = try await Bank(database: .fresh).listener.call(
            Bank.Counted(account: account, number: number),
            in: .background(idempotencyKey: id.description)
        )
    }
}
