import Logging
import Identifiers
import Outbox
import Postgres
import RPC
import TestKit
import Testing
import Wire

/// Loops retry while their database is unavailable, and log it rarely.
struct QuietTests {
    @Test func `a service without its database logs once for each of its parts`() async throws {
        let log = CapturedLog(from: .warning)
        let database = Database("postgresql://nobody@127.0.0.1:1/none", logger: log.logger)
        let (delivering, timing) = (CapturedLog(from: .warning), CapturedLog(from: .warning))
        let settings = Delivery.Settings(poll: .milliseconds(10), renewal: .milliseconds(10))
        let delivery = Delivery(
            of: database,
            to: [.scoring: Switchboard { _ in }, .media: Switchboard { _ in }],
            settings: settings,
            logger: delivering.logger
        )
        let timers = Timers(
            of: database,
            poll: .milliseconds(10),
            logger: timing.logger,
            ["ring": { _, _, _ in }]
        )
        let start = ContinuousClock.now
        try await running([delivery, timers]) {
            try await eventually("every part has logged") {
                [log, delivering, timing].allSatisfy { !$0.lines.isEmpty }
            }
            // Long enough that each has failed many times.
            for _ in 0..<10 { _ = try? await database.all("SELECT 1") { _ in } }
        }
        await database.close()
        // One line in ten seconds each, however slow the machine is.
        let allowed = 1 + Int((ContinuousClock.now - start) / .seconds(10))
        for part in [log, delivering, timing] { #expect(part.lines.count <= allowed) }
    }
}
