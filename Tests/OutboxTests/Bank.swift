import Identifiers
import Outbox
import Postgres
import RPC
import TestKit
import Values
import Wire

/// A small service for these tests: accounts that count, and emit events about it.
struct Bank: Sendable {
    let database: Database

    static let migrations =
        Outbox.migrations + [
            Migration(
                "bank_m01_deposits",
                Array(
                    """
                    CREATE TABLE deposits (account uuid NOT NULL, amount bigint NOT NULL);
                    CREATE TABLE accounts (id uuid PRIMARY KEY, count bigint NOT NULL);
                    CREATE TABLE heard (
                        place bigint GENERATED ALWAYS AS IDENTITY, account uuid NOT NULL,
                        number bigint NOT NULL);
                    """.utf8
                )
            )
        ]

    /// Pays, once; an amount of 0 is refused while nothing was paid.
    struct Deposit: Call {
        static let id: CallID = 0x0F01
        static let effect = Effect.once
        static let access = Access.anyone

        var account: UserID
        var amount: Int64

        struct Reply: Codable, Hashable, Sendable {
            var paid: Int64
            /// New with each run, so that a second run would be noticed.
            var receipt: EventID
        }
    }

    /// The same as `Deposit`, with another call number.
    struct Transfer: Call {
        typealias Reply = Deposit.Reply
        static let id: CallID = 0x0F02
        static let effect = Effect.once
        static let access = Access.anyone

        var account: UserID
        var amount: Int64
    }

    /// Reports how often an account has counted.
    struct Counted: Event {
        static let id: CallID = 0x0F70
        static let effect = Effect.once
        static let access = Access.anyone

        var account: UserID
        var number: Int64

        var orderingKey: EventKey { EventKey(account) }
    }

    enum Refused: String, ServiceError {
        case nothingPaid = "bank.nothing_paid"

        var kind: Fault.Kind { .conflict }
        var detail: String { "Nothing was paid yet." }
    }

    /// The calls that the service answers.
    var switchboard: Switchboard {
        Switchboard {
            $0.on { (call: Deposit, context) in
                try await database.once(call, in: context) { tx in
                    try await tx.pay(call.account, call.amount)
                }
            }
            $0.on { (call: Transfer, context) in
                try await database.once(call, in: context) { tx in
                    try await tx.pay(call.account, call.amount)
                }
            }
        }
    }

    /// A receiver that records the events.
    var listener: Switchboard {
        Switchboard {
            $0.on { (event: Counted, context) in try await hear(event, in: context) }
        }
    }

    func hear(_ event: Counted, in context: CallContext) async throws -> Nothing {
        try await database.receive(event, in: context) { tx in try await tx.hear(event) }
    }

    /// Increments an account's count and emits an event.
    func count(_ account: UserID, to destination: ServiceName = .scoring) async throws {
        try await database.transaction { tx in
            let number = try await tx.countUp(account)
            try tx.emit(Counted(account: account, number: number), to: destination)
        }
    }
}

extension Transaction {
    func pay(_ account: UserID, _ amount: Int64) async throws -> Bank.Deposit.Reply {
        try await run("INSERT INTO deposits (account, amount) VALUES (\(account), \(amount))")
        let paid = try await paid(to: account)
        // After the insert, so that a refusal must roll back what was written.
        guard paid > 0 else { throw Bank.Refused.nothingPaid }
        return Bank.Deposit.Reply(paid: paid, receipt: EventID())
    }

    func hear(_ event: Bank.Counted) async throws {
        try await run(
            "INSERT INTO heard (account, number) VALUES (\(event.account), \(event.number))"
        )
    }

    func countUp(_ account: UserID) async throws -> Int64 {
        try await one(
            """
            INSERT INTO accounts (id, count) VALUES (\(account), 1)
            ON CONFLICT (id) DO UPDATE SET count = accounts.count + 1 RETURNING count
            """
        ) { row in try row.next() }
    }
}

extension Reader {
    func paid(to account: UserID) async throws -> Int64 {
        try await one(
            "SELECT coalesce(sum(amount), 0)::bigint FROM deposits WHERE account = \(account)"
        ) { row in try row.next() }
    }

    func deposits(to account: UserID) async throws -> Int {
        try await one("SELECT count(*) FROM deposits WHERE account = \(account)") { row in
            try row.next()
        }
    }

    /// The received counts of an account, in the order in which they took effect.
    func heard(of account: UserID) async throws -> [Int64] {
        try await all(
            "SELECT number FROM heard WHERE account = \(account) ORDER BY place"
        ) { row in try row.next() }
    }

    func eventsLeft() async throws -> Int {
        try await one("SELECT count(*) FROM outbox") { row in try row.next() }
    }

    func timersLeft() async throws -> Int {
        try await one("SELECT count(*) FROM timers") { row in try row.next() }
    }
}
