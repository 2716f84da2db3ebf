import Identifiers
import Logging
import Outbox
import Postgres
import RPC
import Synchronization
import TestKit
import Testing
import Wire

/// Loops whose database is away try again and again, and speak of it seldom.
struct QuietTests {
    @Test func `a service without its database says so once for each of its parts`() async throws {
        let log = LineCount()
        let database = Database("postgresql://nobody@127.0.0.1:1/none", logger: log.logger)
        let (delivering, timing) = (LineCount(), LineCount())
        let pace = Delivery.Pace(poll: .milliseconds(10), renewal: .milliseconds(10))
        let delivery = Delivery(
            of: database,
            to: [.scoring: Switchboard { _ in }, .media: Switchboard { _ in }],
            pace: pace,
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
            try await eventually("every part has spoken") {
                log.count > 0 && delivering.count > 0 && timing.count > 0
            }
            // Long enough that each has failed many times.
            for _ in 0..<10 { _ = try? await database.all("SELECT 1") { _ in } }
        }
        await database.close()
        // One line in ten seconds each, however slow the machine is.
        let allowed = 1 + Int((ContinuousClock.now - start) / .seconds(10))
        #expect(log.count <= allowed)
        #expect(delivering.count <= allowed)
        #expect(timing.count <= allowed)
    }
}

/// Counts the warnings and errors that would be logged.
private final class LineCount: Sendable {
    private let lines = Mutex(0)

    var count: Int { lines.withLock { $0 } }

    var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

    private struct Handler: LogHandler {
        let lines: LineCount
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.warning

        init(lines: LineCount) {
            self.lines = lines
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.lines.withLock { $0 += 1 }
        }
    }
}
