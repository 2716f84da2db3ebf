import Identifiers
import Outbox
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

/// Which events wait for others, so that they are sent and received together.
@Suite(.freshDatabase(Bank.migrations)) struct GatheringTests {
    let accounts = (0..<300).map { _ in UserID() }

    private var bank: Bank { Bank(database: .fresh) }

    @Test func `a backlog leaves at once, without a pause`() async throws {
        let events = accounts.map { Bank.Counted(account: $0, number: 1) }
        try await Database.fresh.transaction { tx in try tx.emit(events, to: .scoring) }
        try await running([delivery(.hours(1))]) {
            try await eventually("all are heard") { try await heard() == accounts.count }
        }
    }

    @Test func `what is emitted after an event that was sent gathers`() async throws {
        try await running([delivery(.hours(1))]) {
            try await bank.count(accounts[0])
            try await eventually("the first is heard") { try await heard() == 1 }
            try await Database.fresh.transaction { tx in
                for account in accounts.dropFirst() {
                    try tx.emit(Bank.Counted(account: account, number: 1), to: .scoring)
                }
                try tx.emit(Bank.Counted(account: accounts[0], number: 1), to: .media)
            }
            try await eventually("the other service hears") { try await heard() >= 2 }
            for _ in 0..<10 { #expect(try await heard() == 2) }
        }
    }

    @Test func `whatever gathers arrives soon`() async throws {
        try await running([delivery(Delivery.Settings().gathering)]) {
            for account in accounts.prefix(20) { try await bank.count(account) }
            try await eventually("all are heard") { try await heard() == 20 }
            try await eventually("nothing is left") {
                try await Database.fresh.eventsLeft() == 0
            }
        }
    }

    /// A loop that is woken by signals alone.
    private func delivery(_ gathering: Duration) -> Delivery {
        Delivery(
            of: .fresh,
            to: [.scoring: bank.listener, .media: bank.listener],
            settings: Delivery.Settings(gathering: gathering, poll: .hours(1)),
            logger: .quiet
        )
    }

    /// How many events were heard.
    private func heard() async throws -> Int {
        try await Database.fresh.one("SELECT count(*) FROM heard") { row in try row.next() }
    }
}
