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

    @Test func `a transaction that is taken back emits nothing`() async throws {
        await #expect(throws: Bank.Refused.nothingPaid) {
            try await Database.fresh.transaction { tx in
                try await tx.emit(Bank.Counted(account: account, number: 1), to: .scoring)
                throw Bank.Refused.nothingPaid
            }
        }
        #expect(try await Database.fresh.eventsLeft() == 0)
    }

    @Test func `an event stands in the outbox once for each destination`() async throws {
        try await Database.fresh.transaction { tx in
            try await tx.emit(Bank.Counted(account: account, number: 1), to: .scoring)
            try await tx.emit(Bank.Counted(account: account, number: 1), to: .media)
        }
        let moment = Instant.now()
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
        }
    }

    @Test func `what waits is counted for each destination`() async throws {
        let start = Instant(microseconds: 1_800_000_000_000_000)
        try await Database.fresh.transaction { tx in
            for number in 0..<3 {
                try await tx.emit(
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

    @Test func `an event that no frame holds takes the transaction back`() async throws {
        await #expect(throws: WireError.tooLarge) {
            try await Database.fresh.transaction { tx in
                try await tx.run(
                    "INSERT INTO deposits (account, amount) VALUES (\(account), 1)"
                )
                try await tx.emit(Essay(text: String(repeating: "x", count: 1_040_400)), to: .media)
            }
        }
        #expect(try await Database.fresh.deposits(to: account) == 0)
    }

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

    /// As long as one likes.
    private struct Essay: Event {
        static let id: CallID = 0x0F71
        static let effect = Effect.once
        static let access = Access.anyone

        var text: String

        var orderingKey: EventKey { EventKey(UserID()) }
    }
}
