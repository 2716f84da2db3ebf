import Identifiers
import NIOCore
import Outbox
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

/// Rules 2.14-write-id and 2.14-between-services, when the work begins before it is known to be
/// new.
@Suite(.freshDatabase(Bank.migrations)) struct AheadTests {
    let account = UserID()

    @Test func `a repetition gets the stored reply, and is itself rolled back`() async throws {
        let first = try await deposit(5)
        #expect(try await deposit(5) == first)
        #expect(try await Database.fresh.deposits(to: account) == 1)
    }

    @Test func `a hundred at once have one effect and one reply`() async throws {
        let replies = try await withThrowingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask { try await deposit(5) }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(replies.count == 1)
        #expect(try await Database.fresh.deposits(to: account) == 1)
    }

    @Test func `the same key with another body is refused`() async throws {
        _ = try await deposit(5)
        await #expect(throws: WireError.keyReused) { try await deposit(6) }
        #expect(try await Database.fresh.paid(to: account) == 5)
    }

    @Test func `a repetition gets the stored reply, even if it would now be refused`()
        async throws
    {
        let first = try await deposit(5)
        let afterwards = try await Database.fresh.once(call(5), in: context, speculative: true) {
            tx in
            _ = try await tx.pay(account, 5)
            throw Bank.Refused.nothingPaid
        }
        #expect(afterwards == first)
        let atOnce = try await Database.fresh.once(call(5), in: context, speculative: true) { _ in
            throw Bank.Refused.nothingPaid
        }
        #expect(atOnce == first)
        let broken = try await Database.fresh.once(call(5), in: context, speculative: true) { tx in
            try await tx.run("SELECT 1 / \(0)")
            throw Bank.Refused.nothingPaid
        }
        #expect(broken == first)
        #expect(try await Database.fresh.deposits(to: account) == 1)
    }

    @Test func `a refusal is not stored, and has no effect`() async throws {
        await #expect(throws: Bank.Refused.nothingPaid) { try await deposit(0) }
        #expect(try await Database.fresh.deposits(to: account) == 0)
        _ = try await deposit(5)
        #expect(try await Database.fresh.deposits(to: account) == 1)
    }

    @Test func `a reply made without the database is stored as well`() async throws {
        let reply = Bank.Deposit.Reply(paid: 7, receipt: EventID())
        let first = try await Database.fresh.once(call(5), in: context, speculative: true) { _ in
            reply
        }
        #expect(first == reply)
        #expect(try await deposit(5) == reply)
        #expect(try await Database.fresh.deposits(to: account) == 0)
    }

    @Test func `actions after the commit do not run for a repetition`() async throws {
        let (signals, continuation) = AsyncStream.makeStream(of: Int64.self)
        let subscription = Database.fresh.signals.subscribe("deposited") { continuation.yield($0) }
        for number in 1...3 {
            _ = try await Database.fresh.once(call(5), in: context, speculative: true) { tx in
                tx.afterCommit { [signals = tx.signals] in
                    signals.raise("deposited", Int64(number))
                }
                return try await tx.pay(account, 5)
            }
        }
        Database.fresh.signals.end(subscription)
        continuation.finish()
        #expect(await signals.reduce(into: []) { $0.append($1) } == [1])
    }

    @Test func `a repeated event takes effect once`() async throws {
        let event = Bank.Counted(account: account, number: 1)
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask { try await hear(event) }
            }
            try await group.waitForAll()
        }
        #expect(try await Database.fresh.heard(of: account) == [1])
    }

    @Test func `a repeated event is received, even if its effect would now fail`() async throws {
        let event = Bank.Counted(account: account, number: 1)
        try await hear(event)
        _ = try await Database.fresh.receive(event, in: context, speculative: true) { _ in
            throw Bank.Refused.nothingPaid
        }
        #expect(try await Database.fresh.heard(of: account) == [1])
    }

    @Test func `an event whose effect failed is new when it is sent again`() async throws {
        let event = Bank.Counted(account: account, number: 1)
        await #expect(throws: Bank.Refused.nothingPaid) {
            try await Database.fresh.receive(event, in: context, speculative: true) { tx in
                _ = try await tx.countUp(event.account)
                throw Bank.Refused.nothingPaid
            }
        }
        try await hear(event)
        #expect(try await Database.fresh.heard(of: account) == [1])
    }

    /// The context of every call of a test; its key is also an event's id.
    private let context = CallContext(idempotencyKey: EventID().description)

    private func call(_ amount: Int64) -> Bank.Deposit {
        Bank.Deposit(account: account, amount: amount)
    }

    private func deposit(_ amount: Int64) async throws -> Bank.Deposit.Reply {
        try await Database.fresh.once(call(amount), in: context, speculative: true) { tx in
            try await tx.pay(account, amount)
        }
    }

    private func hear(_ event: Bank.Counted) async throws {
        _ = try await Database.fresh.receive(event, in: context, speculative: true) { tx in
            try await tx.run(
                """
                INSERT INTO heard (account, number) VALUES (\(event.account), \(event.number))
                """
            )
        }
    }
}
