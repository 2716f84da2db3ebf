import FoundationEssentials
import Identifiers
@testable import Outbox
import Postgres
import RPC
import Synchronization
import TestKit
import Testing
import Values
import Wire

/// How a worker delivers one batch (2.14-between-services).
@Suite(.freshDatabase(Bank.migrations)) struct DestinationWorkerTests {
    @Test func `events behind one that may not be sent are not sent either`() async throws {
        let heard = Mutex<[Int64]>([])
        let worker = try await worker { number in heard.withLock { $0.append(number) } }
        let held = try #require(worker.leases.partitions.first)
        // As if a lease lapsed and was renewed between two events.
        let batch = try batch([held, -1, held])
        await worker.deliver(batch)
        #expect(heard.withLock { $0 } == [1])
        let ends = await worker.queue.take(within: .zero)
        #expect(ends.map(\.acknowledged) == [[1]])
        #expect(ends.compactMap(\.failure).isEmpty)
    }

    @Test func `a batch is sent in order while its lease is held`() async throws {
        let heard = Mutex<[Int64]>([])
        let worker = try await worker { number in heard.withLock { $0.append(number) } }
        let held = try #require(worker.leases.partitions.first)
        await worker.deliver(try batch([held, held, held]))
        #expect(heard.withLock { $0 } == [1, 2, 3])
        let ends = await worker.queue.take(within: .zero)
        #expect(ends.map(\.acknowledged) == [[1, 2, 3]])
    }

    @Test func `nothing is sent after a refused event`() async throws {
        let heard = Mutex<[Int64]>([])
        let worker = try await worker { number in
            heard.withLock { $0.append(number) }
            if number == 2 { throw Bank.Refused.nothingPaid }
        }
        let held = try #require(worker.leases.partitions.first)
        await worker.deliver(try batch([held, held, held]))
        #expect(heard.withLock { $0 } == [1, 2])
        let ends = await worker.queue.take(within: .zero)
        #expect(ends.map(\.acknowledged) == [[1]])
        #expect(ends.map { $0.failure?.sequence } == [2])
    }

    @Test func `nothing is sent once the worker must end`() async throws {
        let heard = Mutex<[Int64]>([])
        let inbox = Mutex<WakeableQueue<KeyBatch.End>?>(nil)
        let worker = try await worker { number in
            heard.withLock { $0.append(number) }
            inbox.withLock { $0?.close() }
        }
        inbox.withLock { $0 = worker.queue }
        let held = try #require(worker.leases.partitions.first)
        await worker.deliver(try batch([held, held]))
        #expect(heard.withLock { $0 } == [1])
        let ends = await worker.queue.take(within: .zero)
        #expect(ends.map(\.acknowledged) == [[1]])
    }

    /// A worker that holds every partition, and sends to a receiver of numbers.
    private func worker(
        _ hear: @escaping @Sendable (Int64) throws -> Void
    ) async throws -> DestinationWorker {
        let leases = Leases(.fresh, duration: .hours(1))
        _ = try await leases.renew()
        let listener = Switchboard {
            $0.on { (event: Bank.Counted, _) in
                try hear(event.number)
                return Nothing()
            }
        }
        return DestinationWorker(
            destination: .scoring,
            caller: listener,
            database: .fresh,
            leases: leases,
            settings: Delivery.Settings(),
            now: { Instant.now() },
            logger: .quiet,
            complaints: RateLimitedLog(.quiet)
        )
    }

    /// One key's events, numbered from 1, each in the given partition.
    private func batch(_ partitions: [Int16]) throws -> KeyBatch {
        let account = UserID()
        let events = try partitions.enumerated().map { index, partition in
            let number = Int64(index + 1)
            return QueuedEvent(
                sequence: number,
                id: EventID(),
                key: account.uuid,
                partition: partition,
                call: Bank.Counted.id,
                body: try WireEncoder().encode(Bank.Counted(account: account, number: number)),
                attempts: 0
            )
        }
        return KeyBatch(key: account.uuid, events: events)
    }
}
