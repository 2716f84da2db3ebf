import Metrics
import TestKit
import Testing

@testable import Postgres

struct SharedLinesTests {
    @Test func `the line with fewer statements is chosen`() {
        #expect(
            SharedLines.load(1, headSince: 0, now: 100)
                < SharedLines.load(2, headSince: 0, now: 100)
        )
    }

    @Test func `a line is stuck when its head waits more than 20 milliseconds`() {
        let millisecond: UInt64 = 1_000_000
        let now = 500 * millisecond
        let busy = SharedLines.load(1_000, headSince: now, now: now)
        #expect(SharedLines.load(1, headSince: now - 20 * millisecond, now: now) < busy)
        #expect(SharedLines.load(1, headSince: now - 20 * millisecond - 1, now: now) > busy)
        // Another thread's clock reading may be a little ahead.
        #expect(SharedLines.load(1, headSince: now + 1, now: now) < busy)
    }

    @Test(.freshDatabase([]))
    func `a line that waits for its connection counts as one whose head waits`() async throws {
        try await Proxy.with { proxy, url in
            proxy.way = .frozen
            let options = Database.Options(connectTimeout: .seconds(2))
            let metrics = DatabaseMetrics(NOOPMetricsHandler.instance)
            let availability = Availability(TestServer.quiet)
            let line = Line(options.sharedLine(url, availability, metrics.shared))
            #expect(line.headSince == 0)
            let read = Task { try await line.perform(Request("SELECT 1", .alone)) }
            try await eventually("it waits for the connection") { line.headSince > 0 }
            let error = await #expect(throws: PostgresError.self) { _ = try await read.value }
            #expect(error?.knowledge == .unavailable)
            #expect(line.outstanding == 0)
            await line.close()
            #expect(line.headSince == 0)
        }
    }
}
