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

    private func status(of path: String, _ checks: [AdminPort.Check]) async throws -> (Int, String)
    {
        let health = AdminPort(
            addresses: [try #require(Endpoint("127.0.0.1:0"))],
            checks: checks,
            metrics: metrics,
            logger: Logger(label: "test")
        )
        return try await Application(router: health.router).test(.router) { client in
            try await client.execute(uri: path, method: .get) { response in
                (Int(response.status.code), String(buffer: response.body))
            }
        }
    }

    @Test func `it answers on each of its addresses, and stops on all`() async throws {
        let (ports, listening) = AsyncStream.makeStream(of: SocketAddress.self)
        let health = AdminPort(
            addresses: try ["127.0.0.2:0", "127.0.0.3:0"].map { try #require(Endpoint($0)) },
            checks: [],
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
                // An answer, not only a connection: the server must not be stopped while it takes one.
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

    @Test func `a process lives though it is not ready`() async throws {
        let checks = [AdminPort.Check(name: "database") { false }]
        #expect(try await status(of: "/health/live", checks) == (200, "live\n"))
    }

    @Test func `readiness names all that is missing`() async throws {
        let checks = [
            AdminPort.Check(name: "keys") { false }, AdminPort.Check(name: "database") { false },
            AdminPort.Check(name: "identity") { true },
        ]
        #expect(
            try await status(of: "/health/ready", checks) == (503, "waiting for database, keys\n")
        )
        #expect(try await status(of: "/health/ready", [checks[2]]) == (200, "ready\n"))
        #expect(try await status(of: "/health/ready", []) == (200, "ready\n"))
    }

    @Test func `what was counted, and what the system knows, is there for Prometheus`()
        async throws
    {
        Counter(label: "things", factory: metrics).increment(by: 3)
        let (code, text) = try await status(of: "/metrics", [])
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
