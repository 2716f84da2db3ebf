import AsyncHTTPClient
import Cluster
import Foundation
import NIOCore
import NIOHTTP1
import TestKit
import Testing

/// What an operator can find out about a running cluster from its logs and metrics.
struct TraceTests {
    @Test func `one trace id links the lines of every service involved`() async throws {
        try await RunningCluster.run(replicas: 2) { cluster in
            let app = App(urls: try cluster.urls)
            let ana = try await app.registered("Ana")
            let bo = try await app.registered("Bo")
            try await ana.befriend(bo)
            let dare = try await ana.dare([bo])[0]
            try await bo.act(dare, "accept")
            try await bo.act(dare, "submit", ["note": "Done."])

            let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
            let verdict = try await ana.persistently(
                "/v1/assignments/\(dare)/approve",
                headers: [("traceparent", "00-\(trace)-00f067aa0ba902b7-01")]
            )
            try #require(verdict.status == 200, "\(verdict.json)")
            #expect(verdict.headers.first(name: "Trace-Id") == trace)
            try await ana.waitForPoints([bo.id: 100], in: cluster)
            // The gateway calls challenges, whose event reaches scoring.
            try await cluster.waitForLine(in: "gateway", [trace, "status=200"])
            try await cluster.waitForLine(in: "challenges", [trace, "call=ApproveSubmission"])
            try await cluster.waitForLine(in: "scoring", [trace, "call=AssignmentDone"])
            for name in try cluster.processes().map(\.name) + ["gauntlet"] {
                let text = try cluster.log(name).joined(separator: "\n")
                #expect(!text.contains("Optional("), "\(name)")
                #expect(!text.contains("correct horse battery"), "\(name)")
            }
        }
    }

    @Test func `every process reports metrics to Prometheus`() async throws {
        try await RunningCluster.run { cluster in
            _ = try await App(url: cluster.url).registered("Ana")
            let services = try cluster.processes().filter { $0.name != "postgres" }
            #expect(services.count == 5)
            for process in services {
                let port = try #require(process.adminPort)
                let url = "http://127.0.0.1:\(port)/metrics"
                let response = try await App.client.execute(
                    HTTPClientRequest(url: url),
                    timeout: .seconds(30)
                )
                let text = String(buffer: try await response.body.collect(upTo: 1 << 22))
                #expect(response.status == .ok)
                #expect(text.contains("\ngauntlet_loops_are_executor 1\n"), "\(process.name)")
                #expect(text.contains("\nprocess_open_fds "), "\(process.name)")
                if let promtool = Promtool.installed {
                    let complaints = try await promtool.complaints(about: text)
                    #expect(complaints == "", "\(process.name)")
                }
                let expected = [
                    "identity": #"gauntlet_calls_total{call="Register",code="ok"} 1"#,
                    "gateway":
                        #"gauntlet_http_requests_total{method="POST",route="/v1/accounts",status="201"} 1"#,
                ]
                if let line = expected[process.name] {
                    #expect(text.contains("\n\(line)\n"), "\(line)")
                }
            }
        }
    }
}

extension RunningCluster {
    /// Waits until one of a service's two processes has logged a line that contains all the words.
    func waitForLine(in service: String, _ words: [String]) async throws {
        try await eventually("\(service) writes a line with \(words)", within: .seconds(120)) {
            try (log(service) + log("\(service)-2")).contains { line in
                words.allSatisfy { line.contains($0) }
            }
        }
    }
}
