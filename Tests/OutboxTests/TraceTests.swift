import Identifiers
import NIOCore
import Outbox
import Postgres
import RPC
import Synchronization
import TestKit
import Testing
import Values
import Wire

/// One trace continues from a call through everything that it causes.
@Suite(.freshDatabase(Bank.migrations)) struct TraceTests {
    let clock = StoppedClock()
    let ana = UserID()

    /// Receives every event, and keeps its trace.
    private final class Ear: Sendable {
        let traces = Mutex<[String]>([])

        var heard: [String] { traces.withLock { $0 } }

        func hear(_ context: CallContext) {
            traces.withLock { $0.append(context.trace.traceID) }
        }
    }

    private func listener(_ ear: Ear, _ bank: Bank) -> Switchboard {
        Switchboard {
            $0.on { (event: Bank.Counted, context) in
                ear.hear(context)
                return try await bank.hear(event, in: context)
            }
        }
    }

    @Test(arguments: [nil, "key"] as [String?])
    func `an event is delivered in the trace of the call that caused it`(key: String?) async throws
    {
        let context = CallContext(user: ana, idempotencyKey: key)
        let call = Bank.Deposit(account: ana, amount: 1)
        _ = try await Database.fresh.once(call, in: context) { [ana] tx in
            try tx.emit(Bank.Counted(account: ana, number: 1), to: .scoring)
            return Bank.Deposit.Reply(paid: 1, receipt: EventID())
        }
        #expect(try await delivered() == [context.trace.traceID])
    }

    @Test func `what a receiver causes in turn continues the same trace`() async throws {
        let context = CallContext.background(idempotencyKey: EventID().description)
        let event = Bank.Counted(account: ana, number: 1)
        _ = try await Database.fresh.receive(event, in: context) { [ana] tx in
            try tx.emit(Bank.Counted(account: ana, number: 2), to: .scoring)
        }
        #expect(try await delivered() == [context.trace.traceID])
    }

    @Test func `a timer fires in the trace of the call that set it last`() async throws {
        let (first, last) = (CallContext(user: ana), CallContext(user: ana))
        for context in [first, last] {
            try await Database.fresh.transaction(in: context) { [ana, clock] tx in
                try tx.schedule("ring", ana, at: clock.now)
            }
        }
        let timers = Timers(
            of: .fresh,
            now: { [clock] in clock.now },
            logger: .quiet,
            [
                "ring": { tx, subject, _ in
                    let account = UserID(subject)
                    try tx.emit(Bank.Counted(account: account, number: 1), to: .scoring)
                }
            ]
        )
        #expect(try await timers.fireDue() == 1)
        #expect(try await delivered() == [last.trace.traceID])
    }

    @Test func `a timer set outside a call begins a trace`() async throws {
        let seen = Mutex<[String?]>([])
        try await Database.fresh.transaction { [ana, clock] tx in
            try tx.schedule("ring", ana, at: clock.now)
        }
        let timers = Timers(
            of: .fresh,
            now: { [clock] in clock.now },
            logger: .quiet,
            ["ring": { tx, _, _ in seen.withLock { $0.append(tx.traceparent) } }]
        )
        #expect(try await timers.fireDue() == 1)
        let trace = try #require(seen.withLock { $0.compactMap(\.self) }.first)
        #expect(TraceContext(traceparent: trace) != nil)
    }

    /// The previous release writes only its own columns.
    @Test func `rows of the previous release are delivered and fire`() async throws {
        let body = Array(
            try WireEncoder().encode(Bank.Counted(account: ana, number: 1)).readableBytesView
        )
        try await Database.fresh.transaction { [ana, clock] tx in
            try await tx.run(
                """
                INSERT INTO outbox (id, destination, ordering_key, partition, call, body, created_at)
                VALUES (\(EventID()), 'scoring', \(ana), 3, \(Int32(Bank.Counted.id.rawValue)),
                    \(body), \(clock.now))
                """
            )
            try await tx.run(
                """
                INSERT INTO timers (timer, subject, due_at)
                VALUES ('ring', \(ana), \(clock.now))
                ON CONFLICT ON CONSTRAINT timers_pkey
                DO UPDATE SET due_at = excluded.due_at, attempts = 0
                """
            )
        }
        let timers = Timers(
            of: .fresh,
            now: { [clock] in clock.now },
            logger: .quiet,
            ["ring": { _, _, _ in }]
        )
        #expect(try await timers.fireDue() == 1)
        let traces = try await delivered()
        #expect(traces.count == 1)
        #expect(try await Database.fresh.heard(of: ana) == [1])
    }

    /// Delivers what waits, and returns the traces of the events.
    private func delivered() async throws -> [String] {
        let ear = Ear()
        let loop = Delivery(
            of: .fresh,
            to: [.scoring: listener(ear, Bank(database: .fresh))],
            logger: .quiet
        )
        try await running([loop]) {
            try await eventually("everything is acknowledged") {
                try await Database.fresh.eventsLeft() == 0
            }
        }
        return ear.heard
    }
}
