import Hummingbird
import HummingbirdTesting
import Logging
import Metrics
import NIOCore
import Synchronization
import Telemetry
import Testing
import Transport

@testable import Launch

struct AdminPortTests {
    private let metrics = PrometheusRegistry()

    private func status(
        of path: String,
        _ checks: [String: Bool] = [:],
        lacking lacks: [Degradation: Bool] = [:],
        tzdata: String? = nil
    ) async throws -> (Int, String) {
        var health = Health()
        for (name, holds) in checks { health.require(name) { holds } }
        for reason in Degradation.allCases {
            if let lacks = lacks[reason] { health.lacks(reason) { lacks } }
        }
        let port = AdminPort(
            addresses: [try #require(Endpoint("127.0.0.1:0"))],
            health: health,
            metrics: metrics,
            logger: Logger(label: "test"),
            tzdata: tzdata
        )
        return try await Application(router: port.router).test(.router) { client in
            try await client.execute(uri: path, method: .get) { response in
                (Int(response.status.code), String(buffer: response.body))
            }
        }
    }

    @Test func `it answers on each of its addresses, and stops on all`() async throws {
        let (ports, listening) = AsyncStream.makeStream(of: SocketAddress.self)
        let health = AdminPort(
            addresses: try ["127.0.0.2:0", "127.0.0.3:0"].map { try #require(Endpoint($0)) },
            health: Health(),
            metrics: metrics,
            logger: Logger(label: "test"),
            onListening: { channel in
                if let address = channel.localAddress { listening.yield(address) }
            }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await health.run() }
            var hosts: Set<String?> = []
            for await address in ports.prefix(2) {
                hosts.insert(address.ipAddress)
                // Waits for a response, not only a connection: the server must not be stopped while
                // it accepts one.
                let live = try await TestClient.withClient(
                    host: address.ipAddress ?? "",
                    port: address.port ?? 0
                ) { try await $0.get("/health/live") }
                #expect(live.status == .ok)
            }
            #expect(hosts == ["127.0.0.2", "127.0.0.3"])
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    @Test func `a process is live though it is not ready`() async throws {
        #expect(try await status(of: "/health/live", ["database": false]) == (200, "live\n"))
    }

    @Test func `readiness names all that is missing`() async throws {
        let checks = ["keys": false, "database": false, "identity": true]
        #expect(
            try await status(of: "/health/ready", checks) == (503, "waiting for database, keys\n")
        )
        #expect(try await status(of: "/health/ready", ["identity": true]) == (200, "ready\n"))
        #expect(try await status(of: "/health/ready") == (200, "ready\n"))
    }

    @Test func `a ready process names its degradations; another what it waits for`() async throws {
        let lacks: [Degradation: Bool] = [.media: true, .identity: true, .scoring: false]
        let ready = try await status(of: "/health/ready", ["keys": true], lacking: lacks)
        #expect(ready == (200, "degraded: identity, media\n"))
        let waiting = try await status(of: "/health/ready", ["keys": false], lacking: lacks)
        #expect(waiting == (503, "waiting for keys\n"))
    }

    @Test func `a ready process names its release of the time zones`() async throws {
        let ready = try await status(of: "/health/ready", tzdata: "2026b")
        #expect(ready == (200, "ready\ntzdata 2026b\n"))
        let lacks: [Degradation: Bool] = [.zones: true]
        let degraded = try await status(of: "/health/ready", lacking: lacks, tzdata: "2026b")
        #expect(degraded == (200, "degraded: zones\ntzdata 2026b\n"))
    }

    @Test func `degradations are exposed to Prometheus, by reason`() async throws {
        let lacks: [Degradation: Bool] = [.media: true, .scoring: false]
        let (_, text) = try await status(of: "/metrics", lacking: lacks)
        #expect(text.contains("\ngauntlet_degraded{reason=\"media\"} 1\n"), "\(text)")
        #expect(text.contains("\ngauntlet_degraded{reason=\"scoring\"} 0\n"), "\(text)")
        #expect(!text.contains("gauntlet_degraded{reason=\"identity\"}"), "\(text)")
    }

    @Test func `metrics of the service and of the process are exposed to Prometheus`() async throws
    {
        Counter(label: "things", factory: metrics).increment(by: 3)
        let (code, text) = try await status(of: "/metrics")
        #expect(code == 200)
        #expect(text.contains("\n# TYPE things_total counter\nthings_total 3\n"))
        for name in [
            "process_cpu_seconds_total", "process_open_fds", "process_resident_memory_bytes",
            "process_start_time_seconds",
        ] {
            #expect(text.contains("\n\(name) "), "\(name) is missing")
        }
    }
}
