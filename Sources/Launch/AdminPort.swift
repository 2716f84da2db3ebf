import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Telemetry
import Transport

/// Answers, on a port of its own, whether the process lives, whether it can do its work, and what
/// it has counted and measured.
struct AdminPort: Service {
    /// Where it listens: addresses, not names.
    let addresses: [Endpoint]
    let checks: [Check]
    let metrics: PrometheusRegistry
    let logger: Logger
    /// Called with each port that listens.
    var onListening: @Sendable (any Channel) async -> Void = { _ in }

    /// One condition of readiness.
    struct Check: Sendable {
        let name: String
        let isReady: @Sendable () async -> Bool

        init(name: String, _ isReady: @escaping @Sendable () async -> Bool) {
            self.name = name
            self.isReady = isReady
        }
    }

    func run() async throws {
        var quiet = logger
        quiet.logLevel = .warning
        let applications = addresses.map { address in
            Application(
                router: router,
                server: HTTPServerBuilder { KeptConnection($0) },
                configuration: .init(address: .hostname(address.host, port: address.port)),
                onServerRunning: onListening,
                logger: quiet
            )
        }
        try await withThrowingDiscardingTaskGroup { group in
            for application in applications {
                group.addTask { try await application.run() }
            }
        }
    }

    /// `/health/live` answers 200 as long as the process does; `/health/ready` answers 503 and
    /// names what is missing while a condition does not hold; `/metrics` is for Prometheus.
    var router: Router<BasicRequestContext> {
        let router = Router()
        router.get("/health/live") { _, _ in
            Self.response(.ok, "live\n")
        }
        router.get("/health/ready") { _, _ in
            let missing = await missing()
            return missing.isEmpty
                ? Self.response(.ok, "ready\n")
                : Self.response(
                    .serviceUnavailable,
                    "waiting for \(missing.joined(separator: ", "))\n"
                )
        }
        router.get("/metrics") { _, _ in
            Self.response(
                .ok,
                metrics.text(with: ProcessFigures.readings),
                type: "text/plain; version=0.0.4; charset=utf-8"
            )
        }
        return router
    }

    private func missing() async -> [String] {
        await withTaskGroup(of: String?.self) { group in
            for check in checks {
                group.addTask { await check.isReady() ? nil : check.name }
            }
            var missing: [String] = []
            for await name in group {
                if let name { missing.append(name) }
            }
            return missing.sorted()
        }
    }

    private static func response(
        _ status: HTTPResponse.Status,
        _ text: String,
        type: String = "text/plain; charset=utf-8"
    ) -> Response {
        Response(
            status: status,
            headers: [.contentType: type],
            body: .init(byteBuffer: ByteBuffer(string: text))
        )
    }
}
