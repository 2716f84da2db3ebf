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

    @Test func `equal events with ids of their own take effect each`() async throws {
        try await tell(1, id: EventID())
        try await tell(1, id: EventID())
        #expect(try await Database.fresh.heard(of: account) == [1, 1])
    }

    @Test func `an event whose effect failed is new when it comes again`() async throws {
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

    private func tell(_ number: Int64, id: EventID) async throws {
        _ = try await Bank(database: .fresh).listener.call(
            Bank.Counted(account: account, number: number),
            in: .background(idempotencyKey: id.description)
        )
    }
}
