import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import Testing
import Transport

@testable import Launch

struct HealthTests {
    private func status(of path: String, _ checks: [Health.Check]) async throws -> (Int, String) {
        let health = Health(
            address: try #require(Endpoint("127.0.0.1:0")),
            checks: checks,
            logger: Logger(label: "test")
        )
        return try await Application(router: health.router).test(.router) { client in
            try await client.execute(uri: path, method: .get) { response in
                (Int(response.status.code), String(buffer: response.body))
            }
        }
    }

    @Test func `a process lives though it is not ready`() async throws {
        let checks = [Health.Check(name: "database") { false }]
        #expect(try await status(of: "/health/live", checks) == (200, "live\n"))
    }

    @Test func `readiness names all that is missing`() async throws {
        let checks = [
            Health.Check(name: "keys") { false }, Health.Check(name: "database") { false },
            Health.Check(name: "identity") { true },
        ]
        #expect(
            try await status(of: "/health/ready", checks) == (503, "waiting for database, keys\n")
        )
        #expect(try await status(of: "/health/ready", [checks[2]]) == (200, "ready\n"))
        #expect(try await status(of: "/health/ready", []) == (200, "ready\n"))
    }
}
