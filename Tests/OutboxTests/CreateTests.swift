import Identifiers
import Outbox
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

/// Rules 2.14-write-id and 2.14-ids: a row under an id that the client may choose.
@Suite(.freshDatabase(Bank.migrations)) struct CreateTests {
    private let bank = Bank(database: .fresh)
    private let account = UserID()
    private let checks = Count()

    /// Opens an account that has counted to `number` already.
    private struct Open: Call {
        static let id: CallID = 0x0F03
        static let effect = Effect.once
        static let access = Access.anyone

        var account: UserID
        var number: Int

        struct Reply: Codable, Hashable, Sendable {
            var number: Int
        }
    }

    private func open(_ number: Int, key: String? = nil) async throws -> Int {
        let call = Open(account: account, number: number)
        let context = CallContext(idempotencyKey: key)
        return try await bank.database.create(
            call,
            in: context,
            at: .now(),
            ifTaken: Bank.Refused.nothingPaid
        ) { reader in
            guard let made = try await reader.count(of: account) else { return nil }
            guard made == call.number else { throw Bank.Refused.nothingPaid }
            return Open.Reply(number: made)
        } check: {
            checks.add()
            return call.number
        } insert: { number, tx in
            let added = try await tx.run(
                """
                INSERT INTO accounts (id, count) VALUES (\(account), \(Int64(number)))
                ON CONFLICT DO NOTHING
                """
            )
            return added == 1 ? Open.Reply(number: number) : nil
        }.number
    }

    @Test func `a key gets its stored reply, whatever became of the row`() async throws {
        #expect(try await open(5, key: "k") == 5)
        try await bank.database.transaction { tx in
            try await tx.run("UPDATE accounts SET count = 6 WHERE id = \(account)")
        }
        #expect(try await open(5, key: "k") == 5)
        #expect(checks.value == 1)
        await #expect(throws: WireError.keyReused) { try await open(6, key: "k") }
    }

    @Test func `the stored reply and the row are read at the same time`() async throws {
        let (isLocked, isRead) = (Gate(), Gate())
        async let holding: Void = bank.database.transaction { tx in
            defer { isLocked.open() }
            try await tx.run("LOCK TABLE stored_replies IN ACCESS EXCLUSIVE MODE")
            isLocked.open()
            try await eventually("the row is read") { isRead.isOpen }
        }
        await isLocked.pass()
        let made = try await bank.database.create(
            Open(account: account, number: 5),
            in: CallContext(idempotencyKey: "k"),
            at: .now(),
            ifTaken: Bank.Refused.nothingPaid
        ) { _ in
            isRead.open()
            return nil
        } check: {
        } insert: { _, _ in
            Open.Reply(number: 5)
        }
        try await holding
        #expect(made.number == 5)
    }

    @Test func `an equal call under the same id gets the row, without checks`() async throws {
        #expect(try await open(5, key: "k") == 5)
        #expect(try await open(5, key: "l") == 5)
        #expect(try await open(5) == 5)
        #expect(checks.value == 1)
    }

    @Test func `another call under the same id is refused`() async throws {
        #expect(try await open(5) == 5)
        await #expect(throws: Bank.Refused.nothingPaid) { try await open(7) }
        #expect(try await bank.database.count(of: account) == 5)
    }

    @Test func `of many equal calls at once, all get the row of one`() async throws {
        let numbers = try await withThrowingTaskGroup { group in
            for number in 0..<20 { group.addTask { try await open(5, key: "\(number)") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(numbers == Array(repeating: 5, count: 20))
    }

    @Test func `an id in use by a row that is not the user's is refused`() async throws {
        let context = CallContext()
        await #expect(throws: Bank.Refused.nothingPaid) {
            try await bank.database.create(
                Open(account: account, number: 1),
                in: context,
                at: .now(),
                ifTaken: Bank.Refused.nothingPaid
            ) { _ in
                nil
            } check: {
            } insert: { _, _ in
                nil
            }
        }
    }
}

extension Reader {
    fileprivate func count(of account: UserID) async throws -> Int? {
        try await first("SELECT count FROM accounts WHERE id = \(account)", .point) {
            try $0.next(Int.self)
        }
    }
}
