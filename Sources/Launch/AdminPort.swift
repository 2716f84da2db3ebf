import Hummingbird
import HummingbirdCore
import Logging
import Metrics
import NIOCore
import ServiceLifecycle
import Telemetry
import Transport

/// Serves the admin port: whether the process is alive, whether it is ready, and its metrics.
struct AdminPort: Service {
    /// The addresses to listen on; no host names.
    let addresses: [Endpoint]
    let health: Health
    let metrics: PrometheusRegistry
    let logger: Logger
    /// The release of the time zones by which the process counts days; `nil` if it counts none.
    var tzdata: String?
    /// Called with each channel that listens.
    var onListening: @Sendable (any Channel) async -> Void = { _ in }

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

    /// `/health/live` answers 200 as long as the process runs. `/health/ready` answers 503 and
    /// names the conditions that do not hold, or 200 and names the degradations; a second line has
    /// the release of the time zones. `/metrics` is for Prometheus.
    var router: Router<BasicRequestContext> {
        let router = Router()
        router.get("/health/live") { _, _ in
            Self.response(.ok, "live\n")
        }
        router.get("/health/ready") { _, _ in
            let missing = health.missing
            guard missing.isEmpty else {
                return Self.response(
                    .serviceUnavailable,
                    "waiting for \(missing.joined(separator: ", "))\n"
                )
            }
            let lacks = health.degradations.map(\.rawValue)
            let state = lacks.isEmpty ? "ready" : "degraded: \(lacks.joined(separator: ", "))"
            let release = tzdata.map { "tzdata \($0)\n" } ?? ""
            return Self.response(.ok, "\(state)\n\(release)")
        }
        router.get("/metrics") { _, _ in
            recordDegradations()
            return Self.response(
                .ok,
                metrics.text(with: ProcessFigures.readings),
                type: "text/plain; version=0.0.4; charset=utf-8"
            )
        }
        return router
    }

    /// Records the degradations now: only a scrape shows them.
    private func recordDegradations() {
        for lack in health.lacks {
            Gauge(
                label: "gauntlet_degraded",
                dimensions: [("reason", lack.reason.rawValue)],
                factory: metrics
            )
            .record(lack.isActive() ? 1 : 0)
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
