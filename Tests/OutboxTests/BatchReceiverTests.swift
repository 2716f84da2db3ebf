import Identifiers
import Outbox
import Postgres
import RPC
import Synchronization
import TestKit
import Testing
import Wire

/// Rule 2.14-between-services: events that arrive at the same moment share a transaction.
@Suite(.freshDatabase(Bank.migrations)) struct BatchReceiverTests {
    let accounts = (0..<4).map { _ in UserID() }

    @Test func `events that arrive together each take effect once, in few transactions`()
        async throws
    {
        let calls = Mutex(0)
        let receiver = BatchReceiver<Bank.Counted>(in: .fresh, atMost: 16) { tx, events in
            calls.withLock { $0 += 1 }
            #expect(events.count <= 16)
            for event in events { try await tx.hear(event) }
        }
        let sent = (0..<80).map { Sent(account: accounts[$0 % 4], number: Int64($0)) }
        #expect(await deliver(sent, to: receiver).isEmpty)
        #expect(try await heard() == Array(0..<80))
        #expect(calls.withLock { $0 } < 80)
    }

    @Test func `however often events are repeated, they take effect once`() async throws {
        let receiver = hearing { _ in }
        let sent = (0..<20).map { Sent(account: accounts[$0 % 4], number: Int64($0)) }
        #expect(await deliver(sent + sent.reversed() + sent, to: receiver).isEmpty)
        #expect(await deliver(sent, to: receiver).isEmpty)
        #expect(try await heard() == Array(0..<20))
    }

    @Test func `events of one account are heard in the order in which each is acknowledged`()
        async throws
    {
        let receiver = hearing { _ in }
        await withTaskGroup { group in
            for account in accounts {
                group.addTask {
                    for number in 0..<10 {
                        let sent = Sent(account: account, number: Int64(number))
                        #expect(await deliver([sent], to: receiver).isEmpty)
                    }
                }
            }
        }
        for account in accounts {
            #expect(try await Database.fresh.heard(of: account) == Array(0..<10))
        }
    }

    @Test func `a refused event does not stop the others`() async throws {
        let receiver = hearing { event in
            if event.number == 13 { throw Bank.Refused.nothingPaid }
        }
        let sent = (0..<40).map { Sent(account: accounts[$0 % 4], number: Int64($0)) }
        #expect(await deliver(sent, to: receiver) == [13: "\(Bank.Refused.nothingPaid)"])
        #expect(try await heard() == (0..<40).filter { $0 != 13 })
        // It is new when it is sent again.
        #expect(await deliver([sent[13]], to: hearing { _ in }).isEmpty)
        #expect(try await heard() == Array(0..<40))
    }

    @Test func `an event that the database refuses does not stop the others`() async throws {
        try await Database.fresh.run("ALTER TABLE heard ADD CHECK (number <> 13)")
        let sent = (0..<40).map { Sent(account: accounts[$0 % 4], number: Int64($0)) }
        #expect(Set(await deliver(sent, to: hearing { _ in }).keys) == [13])
        #expect(try await heard() == (0..<40).filter { $0 != 13 })
    }

    @Test func `what is cancelled is not tried again`() async {
        let calls = Mutex(0)
        let receiver = BatchReceiver<Bank.Counted>(in: .fresh) { _, _ in
            calls.withLock { $0 += 1 }
            throw CancellationError()
        }
        let sent = Sent(account: accounts[0], number: 1)
        #expect(await deliver([sent], to: receiver).count == 1)
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func `an event without an id is refused`() async throws {
        let event = Bank.Counted(account: accounts[0], number: 1)
        await #expect(throws: WireError.malformed) {
            try await hearing { _ in }.receive(event, in: .background())
        }
    }

    /// An event with its id.
    private struct Sent: Sendable {
        let id = EventID()
        let account: UserID
        let number: Int64
    }

    /// Records numbers, after a check of each.
    private func hearing(
        _ check: @escaping @Sendable (Bank.Counted) throws -> Void
    ) -> BatchReceiver<Bank.Counted> {
        BatchReceiver(in: .fresh) { tx, events in
            for event in events {
                try check(event)
                try await tx.hear(event)
            }
        }
    }

    /// Delivers events at the same time.
    ///
    /// - Returns: The numbers of those that failed, with their errors.
    private func deliver(
        _ sent: [Sent],
        to receiver: BatchReceiver<Bank.Counted>
    ) async -> [Int64: String] {
        await withTaskGroup { group in
            for sent in sent {
                group.addTask { () -> (Int64, String)? in
                    do {
                        _ = try await receiver.receive(
                            Bank.Counted(account: sent.account, number: sent.number),
                            in: .background(idempotencyKey: sent.id.description)
                        )
                        return nil
                    } catch {
                        return (sent.number, "\(error)")
                    }
                }
            }
            return await group.reduce(into: [:]) { failures, failure in
                if let (number, error) = failure { failures[number] = error }
            }
        }
    }

    /// The numbers that were heard, of all accounts, in their order.
    private func heard() async throws -> [Int64] {
        try await Database.fresh.all("SELECT number FROM heard ORDER BY number") { row in
            try row.next()
        }
    }
}
