import Identifiers
import MetricsTestKit
import Outbox
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@Suite(.freshDatabase(Bank.migrations)) struct OutboxMetricsTests {
    @Test func `waiting events are measured for each destination, and their age`() async throws {
        let clock = StoppedClock()
        let metrics = TestMetrics()
        let account = UserID()
        try await Database.fresh.transaction { tx in
            for number in 0..<3 {
                try tx.emit(
                    Bank.Counted(account: account, number: Int64(number)),
                    to: .scoring,
                    at: clock.now + .seconds(number)
                )
            }
        }
        clock.advance(by: .seconds(10))
        let loop = Delivery(
            of: .fresh,
            // No call is accepted there.
            to: [.scoring: Switchboard { _ in }, .media: Switchboard { _ in }],
            now: { clock.now },
            logger: .quiet,
            metrics: metrics
        )
        try await running([loop]) {
            try await eventually("both are measured") {
                metrics.recorders(label: "gauntlet_outbox_oldest_age_seconds").count {
                    $0.lastValue != nil
                } == 2
            }
        }
        func gauge(_ name: String, _ destination: String) throws -> Double? {
            try metrics.expectGauge("gauntlet_outbox_\(name)", [("destination", destination)])
                .lastValue
        }
        #expect(try gauge("events", "scoring") == 3)
        #expect(try gauge("oldest_age_seconds", "scoring") == 10)
        #expect(try gauge("events", "media") == 0)
        #expect(try gauge("oldest_age_seconds", "media") == 0)
    }
}
