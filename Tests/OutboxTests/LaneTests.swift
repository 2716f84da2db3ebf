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

/// How a lane delivers one chain (2.14-between-services).
@Suite(.freshDatabase(Bank.migrations)) struct LaneTests {
    @Test func `what follows an event that may not leave does not leave either`() async throws {
        let heard = Mutex<[Int64]>([])
        let lane = try await lane { number in heard.withLock { $0.append(number) } }
        let held = try #require(lane.leases.partitions.first)
        // A lease that lapses and is renewed between two events looks just like this.
        let chain = try chain([held, -1, held])
        await lane.deliver(chain)
        #expect(heard.withLock { $0 } == [1])
        let ends = await lane.inbox.take(within: .zero)
        #expect(ends.map(\.acknowledged) == [[1]])
        #expect(ends.compactMap(\.failure).isEmpty)
    }

    @Test func `all of a chain leaves in its order while its lease is held`() async throws {
        let heard = Mutex<[Int64]>([])
        let lane = try await lane { number in heard.withLock { $0.append(number) } }
        let held = try #require(lane.leases.partitions.first)
        await lane.deliver(try chain([held, held, held]))
        #expect(heard.withLock { $0 } == [1, 2, 3])
        let ends = await lane.inbox.take(within: .zero)
        #expect(ends.map(\.acknowledged) == [[1, 2, 3]])
    }

    @Test func `nothing leaves after an event that was refused`() async throws {
        let heard = Mutex<[Int64]>([])
        let lane = try await lane { number in
            heard.withLock { $0.append(number) }
            if number == 2 { throw Bank.Refused.nothingPaid }
        }
        let held = try #require(lane.leases.partitions.first)
        await lane.deliver(try chain([held, held, held]))
        #expect(heard.withLock { $0 } == [1, 2])
        let ends = await lane.inbox.take(within: .zero)
        #expect(ends.map(\.acknowledged) == [[1]])
        #expect(ends.map { $0.failure?.sequence } == [2])
    }

    @Test func `nothing leaves once the lane is to end`() async throws {
        let heard = Mutex<[Int64]>([])
        let inbox = Mutex<Inbox<Chain.End>?>(nil)
        let lane = try await lane { number in
            heard.withLock { $0.append(number) }
            inbox.withLock { $0?.close() }
        }
        inbox.withLock { $0 = lane.inbox }
        let held = try #require(lane.leases.partitions.first)
        await lane.deliver(try chain([held, held]))
        #expect(heard.withLock { $0 } == [1])
        let ends = await lane.inbox.take(within: .zero)
        #expect(ends.map(\.acknowledged) == [[1]])
    }

    /// A lane that holds every partition, to somebody who hears numbers.
    private func lane(_ hear: @escaping @Sendable (Int64) throws -> Void) async throws -> Lane {
        let leases = Leases(.fresh, duration: .hours(1))
        _ = try await leases.renew()
        let listener = Switchboard {
            $0.on { (event: Bank.Counted, _) in
                try hear(event.number)
                return Nothing()
            }
        }
        return Lane(
            destination: .scoring,
            caller: listener,
            database: .fresh,
            leases: leases,
            pace: Delivery.Pace(),
            now: { Instant.now() },
            logger: .quiet,
            complaints: SeldomLog(.quiet)
        )
    }

    /// One key's events, numbered from 1, each in the given partition.
    private func chain(_ partitions: [Int16]) throws -> Chain {
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
        return Chain(key: account.uuid, events: events)
    }
}
