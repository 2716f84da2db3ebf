public import Crypto
public import Logging
import Outbox
public import Postgres
public import RPC
public import ServiceLifecycle
import Telemetry
public import Transport
import UnixSignals
import Values
public import Wire
import Zones

/// The resources that a process provides to its service: settings, a database, callers, keys, a
/// port.
public final class Host {
    /// The service that this process runs.
    public let name: ServiceName
    /// The operator's settings.
    public let settings: Settings
    /// The process' log.
    public let logger: Logger
    /// The cluster's keys.
    public let keys: ClusterKeys

    private var database: Database?
    private(set) var loops: [any Service] = []
    private(set) var health = Health()
    /// The time zones by which the process counts days; `nil` if it counts none.
    var zones: Zones?
    private let tls: TLS?
    private let admin: [Endpoint]
    private let metrics: PrometheusRegistry

    init(
        name: ServiceName,
        settings: Settings,
        metrics: PrometheusRegistry = PrometheusRegistry(),
        logger: Logger
    ) throws {
        self.name = name
        self.settings = settings
        self.metrics = metrics
        self.logger = logger
        let text = try settings.secret("cluster.key.file", orInData: "secrets/cluster.key")
        do {
            keys = try ClusterKeys(text: text)
        } catch {
            throw SettingError("cluster.key.file", "contains no valid key: \(error)")
        }
        tls = try settings.tls()
        if let tls, !tls.stands(for: name) {
            throw SettingError(
                "tls.certificate.file",
                "is not valid for \(name): it has no such DNS name"
            )
        }
        admin = try settings.addresses("admin.listen", default: "127.0.0.1:\(name.adminPort)")
    }

    /// Opens the service's database and migrates it; waits for a database that cannot be reached
    /// yet. Refuses one that the service cannot work with.
    ///
    /// - Throws: `SettingError` if the URL leads to a database that does not fit; `PostgresError`.
    public func database(migrations: [Migration]) async throws -> Database {
        let written = settings.text("database.url")
        let url =
            try written ?? settings.secret("database.url.file", orInData: "secrets/\(name).url")
        var options = Database.Options()
        try settings.read(
            "limits.replies.bytes",
            bytesIn: 0...Int64.max / 4,
            into: &options.storedBytesPerDay
        )
        let database = Database(url, options: options, logger: logger)
        var attempt = 0
        while true {
            do {
                if let problem = try await problem(of: database, migrations) {
                    throw SettingError(
                        written == nil ? "database.url.file" : "database.url",
                        problem
                    )
                }
                try await database.migrate(migrations)
                break
            } catch let error as PostgresError where error.knowledge == .unavailable {
                attempt += 1
                if attempt == 1 {
                    logger.warning("Waiting for the database.", metadata: ["error": "\(error)"])
                }
                try await Task.sleep(for: .milliseconds(min(2_000, 100 * attempt)))
            }
        }
        let answers = inBackground {
            (try? await database.one("SELECT 1", .point) { try $0.next(Int.self) }) == 1
        }
        ready(when: "database") { answers.holds }
        loops.append(DatabaseLoop(Purge(of: database, logger: logger), on: database))
        self.database = database
        return database
    }

    /// Why the service cannot work with a database; warns of what it should not work with.
    private func problem(
        of database: Database,
        _ migrations: [Migration]
    ) async throws -> String? {
        guard try await !database.isBehindSharingPooler() else {
            return "leads to a pooler that shares connections between clients: use session"
                + " pooling (pgbouncer: pool_mode = session), or connect directly"
        }
        let fitness = try await database.fitness(extensions: migrations.compactMap(\.needs))
        if let warning = fitness.warning { logger.warning("\(warning)") }
        return fitness.problem
    }

    /// Derives the keys for one use from the cluster's keys: the first is used, all are accepted.
    public func derivedKeys(for use: String) -> [SymmetricKey] {
        keys.derived(use)
    }

    /// Returns a caller for another service of the cluster, with this many connections to each
    /// address.
    public func caller(
        to service: ServiceName,
        connectionsPerAddress: Int = 1
    ) throws -> RemoteCaller {
        let key = "endpoints.\(service)"
        let written = settings.text(key) ?? "127.0.0.1:\(service.port)"
        let endpoints = written.split(separator: ",").map(String.init)
        guard !endpoints.isEmpty, endpoints.allSatisfy({ (try? Endpoint(ofPeer: $0)) != nil })
        else {
            throw SettingError(
                key,
                "must be HOST:PORT, several separated by commas, not “\(written)”"
            )
        }
        let caller = try RemoteCaller(
            to: service,
            as: name,
            endpoints: endpoints,
            keys: keys,
            tls: tls,
            connectionsPerAddress: connectionsPerAddress,
            build: Build.version,
            logger: logger
        )
        loops.append(caller)
        return caller
    }

    /// Adds a condition of readiness. It is evaluated on every health check, so it must not wait.
    public func ready(when name: String, _ isReady: @escaping @Sendable () -> Bool) {
        health.require(name, isReady)
    }

    /// Adds a degradation of a ready process; the check must not wait.
    public func degraded(by reason: Degradation, when isLacking: @escaping @Sendable () -> Bool) {
        health.lacks(reason, when: isLacking)
    }

    /// Adds a degradation whose check takes a while: it runs every half second, and a result older
    /// than three seconds counts as no. Until the first result the process is not ready.
    public func watch(_ reason: Degradation, _ isHealthy: @escaping @Sendable () async -> Bool) {
        let check = inBackground(isHealthy)
        ready(when: reason.rawValue) { check.isAnswered }
        degraded(by: reason) { check.isAnswered && !check.holds }
    }

    /// Runs a check every half second, as long as the process runs.
    private func inBackground(_ ask: @escaping @Sendable () async -> Bool) -> BackgroundCheck {
        let check = BackgroundCheck(ask)
        loops.append(check)
        return check
    }

    /// Answers the switchboard's calls until the process is told to stop.
    ///
    /// - Parameters:
    ///   - switchboard: Answers the service's calls.
    ///   - loops: The services that run beside it.
    /// - Throws: `SettingError`, and any error of a service.
    public func run(_ switchboard: Switchboard, loops: [any Service] = []) async throws {
        try await run([server(switchboard)] + loops.map(inBackground))
    }

    /// Wraps a loop, which then has database connections of its own and leaves the others to calls.
    func inBackground(_ loop: any Service) -> any Service {
        database.map { DatabaseLoop(loop, on: $0) } ?? loop
    }

    /// Wraps the switchboard: its calls are logged, and with a database, what it acknowledges is
    /// durable.
    func answering(_ switchboard: Switchboard) -> Switchboard {
        let logging = switchboard.logging(to: logger)
        return database.map { logging.durable(in: $0) } ?? logging
    }

    /// Returns the server for the switchboard's calls; the process is ready only while it listens.
    func server(_ switchboard: Switchboard) throws -> Server {
        let address = try settings.address("listen", default: "127.0.0.1:\(name.port)")
        enum Plaintext: String, CaseIterable {
            case loopback
            case trustedNetwork = "trusted-network"
        }
        let plaintext = try settings.choice("plaintext", default: Plaintext.loopback)
        let server = Server(
            name: name,
            switchboard: answering(switchboard),
            keys: keys,
            host: address.host,
            port: address.port,
            build: Build.version,
            logger: logger,
            tls: tls,
            allowsPlaintextBeyondLoopback: plaintext == .trustedNetwork
        )
        ready(when: "the port") { server.isListening }
        return server
    }

    /// Runs services until the process is told to stop. They stop in the order of the list, each
    /// after the one before it: first those that take calls, then those that they call, then the
    /// admin port.
    public func run(_ services: [any Service]) async throws {
        let port = AdminPort(
            addresses: try await adminAddresses(),
            health: health,
            metrics: metrics,
            logger: logger,
            tzdata: zones?.release
        )
        var configuration = ServiceGroupConfiguration(
            services: ([port] + loops + services.reversed()).map {
                .init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup)
            },
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        configuration.maximumGracefulShutdownDuration = .seconds(10)
        if let zones { Self.report(zones, at: .now(), to: logger) }
        logger.notice("Started.", metadata: ["build": "\(Build.version)"])
        try await ServiceGroup(configuration: configuration).run()
        logger.notice("Stopped.")
    }

    /// The addresses of this machine named by the admin port's setting.
    private func adminAddresses() async throws -> [Endpoint] {
        var addresses: [Endpoint] = []
        for endpoint in admin {
            let own = try await endpoint.addressesOfThisMachine()
            guard !own.isEmpty else {
                throw SettingError(
                    "admin.listen",
                    "names \(endpoint.host), which is not an address of this machine"
                )
            }
            addresses += own.filter { !addresses.contains($0) }
        }
        return addresses
    }
}

extension ServiceName {
    /// The service's default port.
    var port: Int {
        switch self {
        case .identity: 7_101
        case .challenges: 7_102
        case .media: 7_103
        case .scoring: 7_104
        case .gateway: 8_080
        case .operator: 0
        }
    }

    /// The default port of its health checks.
    var adminPort: Int {
        switch self {
        case .identity: 7_201
        case .challenges: 7_202
        case .media: 7_203
        case .scoring: 7_204
        case .gateway: 7_205
        case .operator: 0
        }
    }
}

extension Host {
    /// Returns a directory of the service: the setting `<name>.directory`, or that name in the data
    /// directory.
    public func directory(_ name: String) throws -> String {
        guard
            let path = settings.text("\(name).directory")
                ?? settings.text("data").map({ "\($0)/\(name)" })
        else { throw SettingError("\(name).directory", "is missing: it names a directory") }
        return path
    }
}
