import Metrics
import Synchronization
import Telemetry
import TestBasics
import Testing

@testable import Gateway

/// The metrics of requests, and how rarely they are looked up.
@Suite struct RequestSeriesTests {
    private let factory = CountingFactory()

    private func name(_ route: String, status: String = "200") -> RequestSeries.Name {
        RequestSeries.Name(route: route, method: "GET", status: status)
    }

    private func total(_ route: String, status: String = "200") -> String {
        #"gauntlet_http_requests_total{method="GET",route="\#(route)",status="\#(status)"}"#
    }

    @Test func `a route is looked up once for each of its statuses`() {
        withMetricsFactory(factory) {
            let series = RequestSeries()
            for _ in 0..<3 {
                series.note(name("/a"), .milliseconds(1))
                series.note(name("/a", status: "404"), .milliseconds(1))
            }
        }
        #expect(factory.looks == ["200": 1, "404": 1])
        let text = factory.registry.text()
        #expect(text.contains("\(total("/a")) 3\n"))
        #expect(text.contains("\(total("/a", status: "404")) 3\n"))
        let timer = "gauntlet_http_request_duration_seconds_count"
        #expect(text.contains("\(timer){method=\"GET\",route=\"/a\"} 6\n"))
    }

    @Test func `a limited number is cached, and others are counted all the same`() {
        withMetricsFactory(factory) {
            let series = RequestSeries(keptMax: 2)
            for _ in 0..<3 {
                for status in ["200", "404", "405"] {
                    series.note(name("/a", status: status), .milliseconds(1))
                }
            }
        }
        #expect(factory.looks == ["200": 1, "404": 1, "405": 3])
        for status in ["200", "404", "405"] {
            #expect(factory.registry.text().contains("\(total("/a", status: status)) 3\n"))
        }
    }

    /// A registry that counts lookups by status.
    private final class CountingFactory: MetricsFactory {
        let registry = PrometheusRegistry()
        private let counts = Mutex<[String: Int]>([:])

        var looks: [String: Int] { counts.withLock { $0 } }

        func makeCounter(
            label: String,
            dimensions: [(String, String)]
        ) -> any CounterHandler {
            let status = dimensions.first { $0.0 == "status" }?.1 ?? ""
            counts.withLock { $0[status, default: 0] += 1 }
            return registry.makeCounter(label: label, dimensions: dimensions)
        }

        func makeRecorder(
            label: String,
            dimensions: [(String, String)],
            aggregate: Bool
        ) -> any RecorderHandler {
            registry.makeRecorder(label: label, dimensions: dimensions, aggregate: aggregate)
        }

        func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
            registry.makeTimer(label: label, dimensions: dimensions)
        }

        func destroyCounter(_ handler: any CounterHandler) {
            registry.destroyCounter(handler)
        }

        func destroyRecorder(_ handler: any RecorderHandler) {
            registry.destroyRecorder(handler)
        }

        func destroyTimer(_ handler: any TimerHandler) {
            registry.destroyTimer(handler)
        }
    }
}
