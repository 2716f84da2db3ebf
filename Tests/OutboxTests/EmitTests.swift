import FoundationEssentials
import Identifiers
@testable import Outbox
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

/// Rule 2.14-between-services, the sender's transaction.
@Suite(.freshDatabase(Bank.migrations)) struct EmitTests {
    let account = UserID()

    @Test func `a transaction that is rolled back emits nothing`() async throws {
        await #expect(throws: Bank.Refused.nothingPaid) {
            try await Database.fresh.transaction { tx in
                try tx.emit(Bank.Counted(account: account, number: 1), to: .scoring)
                throw Bank.Refused.nothingPaid
            }
        }
        #expect(try await Database.fresh.eventsLeft() == 0)
    }

    @Test(arguments: [false, true])
    func `an event is in the outbox once for each destination`(isTogether: Bool) async throws {
        let event = Bank.Counted(account: account, number: 1)
        try await Database.fresh.transaction { tx in
            if isTogether {
                try tx.emit(event, to: [.scoring, .media])
                try tx.emit(event, to: [])
            } else {
                try tx.emit(event, to: .scoring)
                try tx.emit(event, to: .media)
            }
        }
        let moment = Instant.now()
        var ids: Set<EventID> = []
        for destination in [ServiceName.scoring, .media] {
            let events = try await Database.fresh.queuedEvents(
                for: destination,
                in: Array(0..<16),
                without: [],
                at: moment,
                limit: 10
            )
            #expect(events.map(\.key) == [account.uuid])
            #expect(events.map(\.call) == [Bank.Counted.id])
            #expect(events.map(\.attempts) == [0])
            let numbers = try events.map { event in
                try WireDecoder().decode(Bank.Counted.self, from: event.body).number
            }
            #expect(numbers == [1])
            ids.formUnion(events.map(\.id))
        }
        #expect(ids.count == 2)
    }

    @Test func `many events are emitted in order, and none without the transaction`() async throws {
        let events = (1...2_500).map { Bank.Counted(account: account, number: Int64($0)) }
        try await Database.fresh.transaction { tx in
            try tx.emit(events, to: .scoring)
            try tx.emit([Bank.Counted](), to: .scoring)
        }
        let queued = try await Database.fresh.queuedEvents(
            for: .scoring,
            in: Array(0..<16),
            without: [],
            at: .now(),
            limit: 5_000
        )
        let numbers = try queued.map { try WireDecoder().decode(Bank.Counted.self, from: $0.body) }
        #expect(numbers.map(\.number) == events.map(\.number))
        #expect(Set(queued.map(\.id)).count == 2_500)
        await #expect(throws: Bank.Refused.nothingPaid) {
            try await Database.fresh.transaction { tx in
                try tx.emit(events, to: .media)
                throw Bank.Refused.nothingPaid
            }
        }
        #expect(try await Database.fresh.eventsLeft() == 2_500)
    }

    @Test func `a key whose first event waits for a retry is not read before`() async throws {
        let bo = UserID()
        let retryAt = Instant(microseconds: 1_800_000_000_000_000)
        try await Database.fresh.transaction { tx in
            for number in 1...2 {
                for user in [account, bo] {
                    try tx.emit(
                        Bank.Counted(account: user, number: Int64(number)),
                        to: .media
                    )
                }
            }
        }
        let first = try #require(try await queued(at: retryAt).first)
        try await Database.fresh.transaction { tx in
            try tx.postpone([
                FailedDelivery(
                    sequence: first.sequence,
                    attempts: 3,
                    fault: WireError.unavailable.fault,
                    retryAt: retryAt
                )
            ])
        }
        #expect(try await queued(at: retryAt - .microseconds(1)).map(\.key) == [bo.uuid, bo.uuid])
        let events = try await queued(at: retryAt)
        #expect(events.map(\.key) == [account.uuid, bo.uuid, account.uuid, bo.uuid])
        #expect(events.map(\.attempts) == [3, 0, 0, 0])
        #expect(
            try await queued(at: retryAt, without: [bo.uuid]).map(\.key) == [
                account.uuid, account.uuid,
            ]
        )
        let partition = EventKey(account).partition
        let elsewhere = (0..<16).filter { $0 != partition }
        #expect(try await queued(at: retryAt, in: elsewhere).allSatisfy { $0.key == bo.uuid })
    }

    @Test func `waiting events are counted for each destination`() async throws {
        let start = Instant(microseconds: 1_800_000_000_000_000)
        try await Database.fresh.transaction { tx in
            for number in 0..<3 {
                try tx.emit(
                    Bank.Counted(account: account, number: Int64(number)),
                    to: .scoring,
                    at: start + .seconds(number)
                )
            }
        }
        let backlogs = try await Database.fresh.backlogs()
        #expect(backlogs.map(\.destination) == ["scoring"])
        #expect(backlogs.map(\.count) == [3])
        #expect(backlogs.map(\.oldest) == [start])
    }

    @Test func `an event too large for a frame rolls the transaction back`() async throws {
        await #expect(throws: WireError.tooLarge) {
            try await Database.fresh.transaction { tx in
                try await tx.run(
                    "INSERT INTO deposits (account, amount) VALUES (\(account), 1)"
                )
                try tx.emit(Essay(text: String(repeating: "x", count: 1_040_400)), to: .media)
            }
        }
        #expect(try await Database.fresh.deposits(to: account) == 0)
    }

    private func queued(
        at now: Instant,
        in partitions: [Int16] = Array(0..<16),
        without busy: [UUID] = []
    ) async throws -> [QueuedEvent] {
        try await Database.fresh.queuedEvents(
            for: .media,
            in: partitions,
            without: busy,
            at: now,
            limit: 10
        )
    }

    /// An event of any length.
    private struct Essay: Event {
        static let id: CallID = 0x0F71
        static let effect = Effect.once
        static let access = Access.anyone

        var text: String

        var orderingKey: EventKey { EventKey(UserID()) }
    }
}

/// Which worker delivers the events of a key.
struct EventKeyTests {
    @Test func `a key's partition is the same in every process`() {
        #expect(
            EventKey(UserID("00000000-0000-0000-0000-000000000000") ?? UserID()).partition == 9
        )
        #expect(EventKey(UserID("0190b000-0000-7000-8000-000000000001") ?? UserID()).partition == 3)
    }

    @Test func `keys fill all partitions`() {
        let counts = (0..<1_600).reduce(into: [Int16: Int]()) { counts, _ in
            counts[EventKey(UserID()).partition, default: 0] += 1
        }
        #expect(Set(counts.keys) == Set(0..<16))
        #expect(counts.values.allSatisfy { $0 > 40 })
    }
}
