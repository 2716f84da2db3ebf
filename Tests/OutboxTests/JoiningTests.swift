import Identifiers
@testable import Outbox
import Postgres
import RPC
import Synchronization
import TestKit
import Testing
import Values
import Wire

/// Events that wait together are sent as one, if their type says how (2.14-between-services).
@Suite(.freshDatabase(Bank.migrations)) struct JoiningTests {
    /// Reports steps of an account; at most four in one event.
    private struct Stepped: JoinableEvent, Equatable {
        static let id: CallID = 0x0F71
        static let effect = Effect.once
        static let access = Access.anyone

        var account: UserID
        var steps: [Int64]

        var orderingKey: EventKey { EventKey(account) }

        func joined(with next: Stepped) -> Stepped? {
            let all = steps + next.steps
            return all.count <= 4 ? Stepped(account: account, steps: all) : nil
        }
    }

    /// The same type as a later release knows it.
    private struct LaterStepped: Event {
        static let id = Stepped.id
        static let effect = Effect.once
        static let access = Access.anyone

        var account: UserID
        var steps: [Int64]
        var pace: Int64

        var orderingKey: EventKey { EventKey(account) }
    }

    /// What a receiver heard.
    private final class Heard: Sendable {
        private let calls = Mutex<[(id: EventID?, steps: [Int64])]>([])

        var steps: [[Int64]] { calls.withLock { $0.map(\.steps) } }
        var ids: [EventID?] { calls.withLock { $0.map(\.id) } }

        func hear(_ steps: [Int64], _ context: CallContext) {
            calls.withLock { $0.append((context.idempotencyKey.flatMap { EventID($0) }, steps)) }
        }
    }

    private let account = UserID()
    private let heard = Heard()

    /// A worker that holds every partition. Its receiver refuses what `refuse` throws for.
    private func worker(
        refusing refuse: @escaping @Sendable ([Int64]) throws -> Void = { _ in }
    ) async throws -> DestinationWorker {
        let leases = Leases(.fresh, duration: .hours(1))
        _ = try await leases.renew()
        let listener = Switchboard { [heard] in
            $0.on { (event: Stepped, context) in
                heard.hear(event.steps, context)
                try refuse(event.steps)
                return Nothing()
            }
            $0.on { (event: Bank.Counted, context) in
                heard.hear([-event.number], context)
                return Nothing()
            }
        }
        var worker = DestinationWorker(
            destination: .scoring,
            caller: listener,
            database: .fresh,
            leases: leases,
            settings: Delivery.Settings(),
            now: { Instant.now() },
            logger: .quiet,
            complaints: RateLimitedLog(.quiet)
        )
        worker.joinings = [Stepped.id: Joining(Stepped.self)]
        return worker
    }

    /// Events of the account with ascending numbers.
    private func batch(_ events: [any Event], attempts: Int = 0) throws -> KeyBatch {
        let partition = EventKey(account).partition
        let queued = try events.enumerated().map { index, event in
            QueuedEvent(
                sequence: Int64(index + 1),
                id: EventID(),
                key: account.uuid,
                partition: partition,
                call: type(of: event).id,
                body: try event.encoded(),
                attempts: attempts
            )
        }
        return KeyBatch(key: account.uuid, events: queued)
    }

    private func steps(_ steps: Int64...) -> Stepped { Stepped(account: account, steps: steps) }

    @Test func `events that wait together arrive as one, under the id of the last`() async throws {
        let worker = try await worker()
        let batch = try batch([steps(1), steps(2), steps(3)])
        await worker.deliver(batch)
        #expect(heard.steps == [[1, 2, 3]])
        #expect(heard.ids == [batch.events.last?.id])
        let ends = await worker.queue.take(within: .zero)
        #expect(ends.map(\.acknowledged) == [[1, 2, 3]])
        #expect(ends.compactMap(\.failure).isEmpty)
    }

    @Test func `as many arrive as one as their type allows`() async throws {
        let worker = try await worker()
        await worker.deliver(try batch((1...6).map { steps($0) }))
        #expect(heard.steps == [[1, 2, 3, 4], [5, 6]])
    }

    @Test func `an event alone arrives as it was written`() async throws {
        let worker = try await worker()
        let batch = try batch([steps(1)])
        await worker.deliver(batch)
        #expect(heard.steps == [[1]])
        #expect(heard.ids == [batch.events[0].id])
    }

    @Test func `an event of another type in between keeps its place`() async throws {
        let worker = try await worker()
        let other = Bank.Counted(account: account, number: 9)
        await worker.deliver(try batch([steps(1), steps(2), other, steps(3), steps(4)]))
        #expect(heard.steps == [[1, 2], [-9], [3, 4]])
    }

    @Test func `a refused event is found by sending each alone`() async throws {
        let worker = try await worker { steps in
            if steps.contains(3) { throw Bank.Refused.nothingPaid }
        }
        await worker.deliver(try batch([steps(1), steps(2), steps(3), steps(4)]))
        #expect(heard.steps == [[1, 2, 3, 4], [1], [2], [3]])
        let ends = await worker.queue.take(within: .zero)
        #expect(ends.map(\.acknowledged) == [[1, 2]])
        #expect(ends.map { $0.failure?.sequence } == [3])
    }

    @Test func `a receiver that is away is not asked for each`() async throws {
        let worker = try await worker { _ in throw WireError.unavailable }
        await worker.deliver(try batch([steps(1), steps(2)]))
        #expect(heard.steps == [[1, 2]])
        let ends = await worker.queue.take(within: .zero)
        #expect(ends.map(\.acknowledged) == [[]])
        #expect(ends.map { $0.failure?.sequence } == [1])
    }

    @Test func `an event that failed before is sent alone`() async throws {
        let worker = try await worker()
        await worker.deliver(try batch([steps(1), steps(2)], attempts: 1))
        #expect(heard.steps == [[1], [2]])
    }

    @Test func `what a later release says is not lost`() async throws {
        let worker = try await worker()
        let later = LaterStepped(account: account, steps: [2], pace: 7)
        let batch = try batch([steps(1), later, steps(3), steps(4)])
        await worker.deliver(batch)
        #expect(heard.steps == [[1], [2], [3, 4]])
        #expect(heard.ids == [0, 1, 3].map { batch.events[$0].id })
    }
}
