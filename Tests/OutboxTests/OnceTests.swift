import Identifiers
import NIOCore
import Outbox
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

/// Rule 2.14-write-id.
@Suite(.freshDatabase(Bank.migrations)) struct OnceTests {
    let ana = UserID()
    let bo = UserID()
    let account = UserID()

    @Test func `a repetition gets the same bytes and does nothing`() async throws {
        let first = try await forward(deposit(5), key: "k")
        let second = try await forward(deposit(5), key: "k")
        #expect(first == second)
        #expect(try await Database.fresh.deposits(to: account) == 1)
    }

    @Test func `the same key with another body is refused`() async throws {
        _ = try await forward(deposit(5), key: "k")
        await #expect(throws: WireError.keyReused.fault) {
            try await forward(deposit(6), key: "k")
        }
        #expect(try await Database.fresh.paid(to: account) == 5)
    }

    @Test func `a hundred at once have one effect and one reply`() async throws {
        let replies = try await withThrowingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask { try await forward(deposit(5), key: "k") }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(replies.count == 100)
        #expect(Set(replies).count == 1)
        #expect(try await Database.fresh.deposits(to: account) == 1)
    }

    @Test func `of two concurrent calls with different bodies one is refused`() async throws {
        let outcomes = await withTaskGroup { group in
            for amount in [5, 6] {
                group.addTask { await Self.fault { try await forward(deposit(amount), key: "k") } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.compactMap { $0 } == [WireError.keyReused.fault])
        #expect(try await Database.fresh.deposits(to: account) == 1)
    }

    @Test func `a refusal is not stored, and has no effect`() async throws {
        await #expect(throws: Bank.Refused.nothingPaid.fault) {
            try await forward(deposit(0), key: "k")
        }
        #expect(try await Database.fresh.deposits(to: account) == 0)
        _ = try await forward(deposit(5), key: "other")
        _ = try await forward(deposit(0), key: "k")
        #expect(try await Database.fresh.deposits(to: account) == 2)
    }

    @Test func `a key of a refused call may be reused with another body`() async throws {
        _ = await Self.fault { try await forward(deposit(0), key: "k") }
        _ = try await forward(deposit(5), key: "k")
        #expect(try await Database.fresh.paid(to: account) == 5)
    }

    @Test func `without a key every call takes effect`() async throws {
        let first = try await forward(deposit(5), key: nil)
        let second = try await forward(deposit(5), key: nil)
        #expect(first != second)
        #expect(try await Database.fresh.deposits(to: account) == 2)
    }

    @Test func `a user's key is not another user's, nor an anonymous caller's`() async throws {
        _ = try await forward(deposit(5), key: "k", user: ana)
        _ = try await forward(deposit(5), key: "k", user: bo)
        _ = try await forward(deposit(6), key: "k", user: nil)
        #expect(try await Database.fresh.deposits(to: account) == 3)
    }

    @Test func `one call's key is not another's`() async throws {
        _ = try await forward(deposit(5), key: "k")
        _ = try await forward(Bank.Transfer(account: account, amount: 5), key: "k")
        #expect(try await Database.fresh.deposits(to: account) == 2)
    }

    @Test(arguments: [1, 255]) func `a key of this length is accepted`(length: Int) async throws {
        let key = String(repeating: "~", count: length)
        _ = try await forward(deposit(5), key: key)
        _ = try await forward(deposit(5), key: key)
        #expect(try await Database.fresh.deposits(to: account) == 1)
    }

    @Test func `a key of this length is refused`() async {
        for length in [0, 256] {
            await #expect(throws: WireError.malformed.fault) {
                try await forward(deposit(5), key: String(repeating: "x", count: length))
            }
        }
    }

    @Test func `a key has printable ASCII characters only`() async {
        for key in ["é", "\u{1F}", "a\u{7F}", "a\u{0}b", "a\tb"] {
            await #expect(throws: WireError.malformed.fault) {
                try await forward(deposit(5), key: key)
            }
            await #expect(throws: WireError.malformed) {
                try await Database.fresh.reply(
                    to: deposit(5),
                    in: CallContext(user: ana, idempotencyKey: key)
                )
            }
        }
    }

    @Test func `the reply given before is found under its key, and only there`() async throws {
        let context = CallContext(user: ana, idempotencyKey: "k")
        #expect(try await Database.fresh.reply(to: deposit(5), in: context) == nil)
        let reply = try await Bank(database: .fresh).switchboard.call(deposit(5), in: context)
        #expect(try await Database.fresh.reply(to: deposit(5), in: context) == reply)
        for other in [CallContext(user: ana), CallContext(user: bo, idempotencyKey: "k")] {
            #expect(try await Database.fresh.reply(to: deposit(5), in: other) == nil)
        }
        await #expect(throws: WireError.keyReused) {
            try await Database.fresh.reply(to: deposit(6), in: context)
        }
    }

    @Test func `with a digest of the body, the call's own bytes do not matter`() async throws {
        let context = CallContext(idempotencyKey: "k")
        let digest = [UInt8](repeating: 1, count: 32)
        for amount in [5, 6] {
            _ = try await Database.fresh.once(deposit(amount), digest: digest, in: context) {
                [account] tx in try await tx.pay(account, 1)
            }
        }
        #expect(try await Database.fresh.deposits(to: account) == 1)
        await #expect(throws: WireError.keyReused) {
            let other = [UInt8](repeating: 2, count: 32)
            _ = try await Database.fresh.once(deposit(5), digest: other, in: context) {
                [account] tx in try await tx.pay(account, 1)
            }
        }
    }

    @Test func `a reply is kept for fourteen days, and no longer`() async throws {
        let clock = StoppedClock()
        let call = deposit(5)
        let purge = Purge(of: .fresh, now: { clock.now }, logger: .quiet)
        let first = try await once(call, at: clock.now)
        clock.advance(by: .days(14))
        #expect(try await purge.purge() == 0)
        #expect(try await once(call, at: clock.now) == first)
        clock.advance(by: .microseconds(1))
        #expect(try await purge.purge() == 1)
        #expect(try await once(call, at: clock.now) != first)
        #expect(try await Database.fresh.deposits(to: account) == 2)
    }

    @Test func `a repetition is marked with the time of the first reply, if that is asked for`()
        async throws
    {
        let clock = StoppedClock()
        let call = deposit(5)
        let first = clock.now
        let board = Switchboard {
            $0.on { (call: Bank.Deposit, context: CallContext) in
                if let given = try await Database.fresh.reply(to: call, in: context) {
                    return given
                }
                return try await Database.fresh.once(call, in: context, at: clock.now) { tx in
                    try await tx.pay(call.account, call.amount)
                }
            }
            $0.on { (call: Bank.Transfer, context: CallContext) in
                try await Database.fresh.once(call, in: context, at: clock.now) { tx in
                    try await tx.pay(call.account, call.amount)
                }
            }
        }
        func ask(_ call: some Call, marks: Bool) async throws -> ByteBuffer {
            let context = CallContext(user: ana, idempotencyKey: "k", marksRepeats: marks)
            return try await board.forward(call, in: context)
        }
        for call in [call, Bank.Transfer(account: account, amount: 5)] as [any Call] {
            let reply = try await ask(call, marks: true)
            #expect(RepeatedReply(encoded: reply) == nil)
            clock.advance(by: .days(13))
            #expect(try await ask(call, marks: false) == reply)
            let marked = try #require(RepeatedReply(encoded: try await ask(call, marks: true)))
            #expect(marked.reply == reply)
            #expect(marked.firstGiven == clock.now - .days(13))
        }
        #expect(clock.now == first + .days(26))
        let context = CallContext(user: ana, idempotencyKey: "k", marksRepeats: true)
        #expect(try await board.call(call, in: context).paid == 5)
    }

    @Test func `beyond the day's bytes a reply is not kept, and a repetition is told so`()
        async throws
    {
        let clock = StoppedClock(at: Instant(microseconds: 86_400_000_000 * 20_000))
        // A reply has 34 bytes or 35: two fit.
        let database = try database(storing: 100)
        func deposit(_ key: String, _ amount: Int64 = 5, by user: UserID? = nil) async throws {
            let context = CallContext(user: user, idempotencyKey: key)
            _ = try await database.once(self.deposit(amount), in: context, at: clock.now) {
                [account] tx in try await tx.pay(account, amount)
            }
        }
        for _ in 0..<2 {
            for key in ["a", "b"] { try await deposit(key, by: ana) }
        }
        try await deposit("c", by: ana)
        let written = try await Database.fresh.deposits(to: account)
        for _ in 0..<2 {
            await #expect(throws: WireError.replyNotKept) { try await deposit("c", by: ana) }
            await #expect(throws: WireError.keyReused) { try await deposit("c", 6, by: ana) }
        }
        let context = CallContext(user: ana, idempotencyKey: "c")
        await #expect(throws: WireError.replyNotKept) {
            try await database.reply(to: self.deposit(5), in: context)
        }
        #expect(try await database.isAnswered(Bank.Deposit.self, in: context))
        #expect(try await Database.fresh.deposits(to: account) == written)
        // Another user's, the operator's, and the next day's replies are kept.
        for _ in 0..<2 {
            try await deposit("c", by: bo)
            for key in ["a", "b", "c", "d"] { try await deposit(key) }
        }
        clock.advance(by: .days(1))
        for _ in 0..<2 { try await deposit("d", by: ana) }
        await database.close()
    }

    @Test func `to the previous release, a reply that was not kept is that of another call`()
        async throws
    {
        let database = try database(storing: 0)
        let context = CallContext(user: ana, idempotencyKey: "k")
        _ = try await database.once(deposit(5), in: context) { [account] tx in
            try await tx.pay(account, 5)
        }
        await database.close()
        // It reads both columns, neither as NULL, and compares the whole hash.
        let (hash, reply) = try await Database.fresh.one(
            "SELECT body_hash, reply FROM stored_replies"
        ) { row in try row.read() as ([UInt8], [UInt8]) }
        #expect(hash.count == 33)
        #expect(reply.isEmpty)
    }

    private func database(storing bytes: Int64) throws -> Database {
        Database(
            try #require(FreshDatabase.current).url,
            options: .patient { $0.storedBytesPerDay = bytes },
            logger: TestServer.quiet
        )
    }

    private func deposit(_ amount: Int64) -> Bank.Deposit {
        Bank.Deposit(account: account, amount: amount)
    }

    private func deposit(_ amount: Int) -> Bank.Deposit {
        deposit(Int64(amount))
    }

    private func forward(
        _ call: some Call,
        key: String?,
        user: UserID? = UserID("0190b000-0000-7000-8000-000000000001")
    ) async throws(Fault) -> ByteBuffer {
        try await Bank(database: .fresh).switchboard.forward(
            call,
            in: CallContext(user: user, idempotencyKey: key)
        )
    }

    private func once(_ call: Bank.Deposit, at now: Instant) async throws -> Bank.Deposit.Reply {
        try await Database.fresh.once(call, in: CallContext(idempotencyKey: "k"), at: now) { tx in
            try await tx.pay(call.account, call.amount)
        }
    }

    /// The fault that an operation fails with.
    private static func fault(_ body: () async throws -> ByteBuffer) async -> Fault? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? Fault
        }
    }
}
