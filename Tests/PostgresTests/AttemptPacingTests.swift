import MetricsTestKit
import TestKit
import Testing

@testable import Postgres

/// How often a connection is retried that could not be opened.
struct AttemptPacingTests {
    @Test func `the pause grows with each failure, but little if nothing answers`() {
        var pacing = Opener.AttemptPacing()
        #expect(pacing.rest(at: 100, isMissed: false) == 0)
        #expect(!pacing.hasFailed)
        pacing.fail(at: 100)
        #expect(pacing.hasFailed)
        #expect((10_000_000...20_000_000).contains(pacing.rest(at: 100, isMissed: false)))
        for _ in 0..<20 { pacing.fail(at: 100) }
        let rest = pacing.rest(at: 100, isMissed: false)
        #expect((500_000_000...1_000_000_000).contains(rest))
        #expect(pacing.rest(at: 101, isMissed: false) == rest - 1)
        #expect(pacing.rest(at: 100 + rest, isMissed: false) == 0)
        #expect(pacing.rest(at: 100, isMissed: true) == 200_000_000)
        #expect(pacing.rest(at: 200_000_100, isMissed: true) == 0)
        pacing.reset()
        #expect(!pacing.hasFailed)
        #expect(pacing.rest(at: 100, isMissed: false) == 0)
    }

    /// Even if idle connections are open: nothing answers on them.
    @Test func `an unavailable database is tried more often`() async throws {
        let away = Full()
        let reached = Full()
        away.configuration.availability.markUnavailable(since: 0)
        let openers = [away, reached].map { owner in
            let opener = Opener(Watch(owner.configuration.availability, silenceMax: .seconds(60)))
            opener.serve([owner])
            opener.ask()
            return opener
        }
        try await eventually("it has tried far more often") {
            away.attempts.value >= 4 + 2 * reached.attempts.value
        }
        for opener in openers { await opener.close() }
    }
}

/// An owner that has a connection, needs more, and gets none, because there is no server.
private final class Full: Opener.Owner {
    let configuration: PipelinedConnection.Configuration
    let attempts = Count()

    init() {
        let metrics = TestMetrics()
        configuration = Database.Options().leasedConnection(
            "postgresql://nobody@127.0.0.1:1/nothing",
            Availability(TestServer.quiet),
            Failures(TestServer.quiet, metrics),
            DatabaseMetrics(metrics).leased
        )
    }

    var need: Opener.Need { .some }
    var openCount: Int { 1 }

    func take(_ line: PipelinedConnection) {}

    func wasRefused() {
        attempts.add()
    }

    func giveUpOne() {}

    func refuseAll(_ error: PostgresError) {}
}
