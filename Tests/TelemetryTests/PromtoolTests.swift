import Metrics
import TestKit
import Testing

@testable import Telemetry

/// Prometheus' promtool reads the text, if it is installed: `deploy/test` provides it. In
/// ClusterTests it reads what the processes of a cluster serve.
@Suite struct PromtoolTests {
    @Test(.enabled(if: Promtool.installed != nil, "skipped: promtool is not on the path"))
    func `promtool finds nothing to complain about`() async throws {
        let registry = PrometheusRegistry(bounds: .init(series: 3))
        for code in ["ok", "wire.bug", "a\"b\\c\nd", "more", "and more"] {
            let labels = [("call", "CreateChallenge"), ("code", code)]
            Counter(label: "gauntlet_calls_total", dimensions: labels, factory: registry)
                .increment()
        }
        let call = [("call", "CreateChallenge")]
        Timer(label: "gauntlet_call_duration_seconds", dimensions: call, factory: registry)
            .recordMilliseconds(12)
        Meter(label: "gauntlet_calls_in_flight", dimensions: call, factory: registry).increment()
        Gauge(label: "gauntlet_outbox_oldest_age_seconds", factory: registry).record(0.25)
        FloatingPointCounter(label: "gauntlet_litres", factory: registry).increment(by: 1e-9)
        let promtool = try #require(Promtool.installed)
        let text = registry.text(with: ProcessFigures.readings)
        #expect(try await promtool.complaints(about: text) == "")
        // It does complain when there is reason to.
        #expect(try await promtool.complaints(about: text + "gauntlet_calls{\n") != "")
    }
}
