import HTTPTypes
import IdentityAPI
import Logging
import Metrics
import RPC
import Telemetry
import TestBasics
import TestKit
import Testing
import Wire

@testable import Gateway

@Suite struct RequestLogTests {
    private let registry = PrometheusRegistry()
    private let log = CapturedLog(from: .info)
    private let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

    @Test func `requests are counted and measured by route, never by path`() async throws {
        try await ask([(.get, "/v1/users/secret"), (.get, "/secret"), (.get, "/v1/me")])
        let text = registry.text()
        #expect(!text.contains("secret"))
        for line in [
            #"gauntlet_http_requests_total{method="GET",route="/v1/users/{id}",status="404"} 1"#,
            #"gauntlet_http_requests_total{method="GET",route="NotFound",status="404"} 1"#,
            #"gauntlet_http_requests_total{method="GET",route="/v1/me",status="503"} 1"#,
            #"gauntlet_http_request_duration_seconds_count{method="GET",route="/v1/me"} 1"#,
            "gauntlet_http_requests_in_flight 0",
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line)")
        }
    }

    @Test func `each request logs one line, with the trace of its response`() async throws {
        try await ask([(.get, "/v1/users/secret")])
        let answered = log.lines.map(\.metadata).filter { $0["route"] != nil }
        #expect(answered.count == 1)
        #expect(answered.first?["trace"] == trace)
        #expect(answered.first?["route"] == "/v1/users/{id}")
        #expect(answered.first?["method"] == "GET")
        #expect(answered.first?["status"] == "404")
        #expect(answered.first?.values.contains { $0.contains("secret") } == false)
    }

    /// Sends requests to a gateway whose services reply to nothing.
    private func ask(_ requests: [(HTTPRequest.Method, String)]) async throws {
        try await withMetricsFactory(registry) {
            var house = House()
            house.logger = log.logger
            try await house.gateway().test(token: house.token()) { client in
                for (method, path) in requests {
                    let headers: HTTPFields = [.traceparent: "00-\(trace)-00f067aa0ba902b7-01"]
                    _ = try await client.ask(method, path, headers: headers)
                }
            }
        }
    }
}
