import AsyncHTTPClient
import FoundationEssentials
public import Logging
import NIOCore
import NIOHTTP1
import Subprocess
import Wire

#if canImport(System)
import System
#else
import SystemPackage
#endif
#if canImport(Glibc)
import Glibc
#endif

/// Starts the processes of a local cluster, watches them, starts again what dies, and stops all.
public actor Supervisor {
    private let directory: DataDirectory
    private let programs: String
    private let logger: Logger
    private let options: Options
    private var state: ClusterState

    /// How a cluster is started.
    public struct Options: Sendable {
        /// The address on which the gateway listens.
        public var host: String
        /// The gateway's port.
        public var port: Int
        /// Settings of the database as `name=value`, beyond PostgreSQL's own defaults.
        public var databaseSettings: [String]

        public init(host: String = "127.0.0.1", port: Int = 8080, databaseSettings: [String] = []) {
            self.host = host
            self.port = port
            self.databaseSettings = databaseSettings
        }
    }

    /// - Parameters:
    ///   - directory: Where everything is kept.
    ///   - programs: The directory in which the five services stand.
    ///   - options: How to start.
    ///   - logger: Where the supervisor reports.
    /// - Throws: `ClusterError` where an executable is missing.
    public init(
        _ directory: DataDirectory,
        programs: String,
        options: Options,
        logger: Logger
    ) throws(ClusterError) {
        for program in Self.services.map(\.program) {
            guard access("\(programs)/\(program)", X_OK) == 0 else {
                throw ClusterError("\(programs)/\(program) is missing: build the package first")
            }
        }
        self.directory = directory
        self.programs = programs
        self.options = options
        self.logger = logger
        state = ClusterState(
            supervisor: getpid(),
            url: "http://\(options.host == "0.0.0.0" ? "127.0.0.1" : options.host):\(options.port)"
        )
    }

    static let services: [ServiceName] = [.identity, .challenges, .media, .scoring, .gateway]

    /// Runs the cluster around `body`; when `body` returns, everything is stopped in order.
    ///
    /// - Parameter body: Called once everything is ready, with the gateway's URL.
    /// - Throws: `ClusterError` where the cluster cannot start; what `body` throws.
    public func run(_ body: @escaping @Sendable (String) async throws -> Void) async throws {
        try directory.prepare()
        let lock = try Lock(directory)
        defer { lock.release() }
        try await endLeftovers()
        let secrets = Secrets(directory: directory)
        try secrets.prepare()
        let database = try PostgresServer(directory, logger: logger)
        try await database.prepare()
        try await database.whileRunning(settings: options.databaseSettings) { pid in
            try self.update { state in
                state.processes = [
                    ProcessState(
                        name: "postgres",
                        pid: pid,
                        state: .ready,
                        address: self.directory.sockets,
                        adminPort: nil,
                        restarts: 0
                    )
                ]
            }
            try await database.makeRoles(secrets)
            try await self.runServices(body)
        }
        try update { state in
            state.isReady = false
            for index in state.processes.indices {
                state.processes[index].state = .stopped
                state.processes[index].pid = nil
            }
        }
    }

    /// A supervisor that was killed leaves its processes behind.
    private func endLeftovers() async throws {
        guard let last = ClusterState(of: directory) else { return }
        for process in last.processes.reversed() {
            guard let pid = process.pid else { continue }
            try await Processes.end(
                pid,
                of: directory,
                signal: process.name == "postgres" ? SIGINT : SIGTERM,
                within: .seconds(15)
            )
        }
    }

    private func runServices(_ body: @escaping @Sendable (String) async throws -> Void) async throws
    {
        let programs = try plan()
        for program in programs {
            try update { state in
                state.processes.append(
                    ProcessState(
                        name: program.name.rawValue,
                        pid: nil,
                        state: .starting,
                        address: "\(program.address)",
                        adminPort: program.adminPort,
                        restarts: 0
                    )
                )
            }
        }
        let url = state.url
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for program in programs {
                group.addTask {
                    await self.keepRunning(program)
                    return false
                }
            }
            group.addTask {
                try await self.waitUntilReady(programs)
                try await self.update { $0.isReady = true }
                try await body(url)
                return true
            }
            defer { group.cancelAll() }
            while let isBody = try await group.next() {
                if isBody { break }
            }
        }
    }

    /// One service as it is started.
    private struct Program: Sendable {
        let name: ServiceName
        let path: String
        let address: String
        let adminPort: Int
        let environment: [Environment.Key: String?]
    }

    /// Chooses the ports, and tells each service where it and the others are.
    private func plan() throws -> [Program] {
        let ports = try FreePorts.choose(Self.services.count * 2)
        var addresses: [ServiceName: String] = [:]
        for (service, port) in zip(Self.services, ports) {
            addresses[service] = "127.0.0.1:\(port)"
        }
        addresses[.gateway] = "\(options.host):\(options.port)"
        return zip(Self.services, ports.dropFirst(Self.services.count)).map { service, adminPort in
            let address = addresses[service] ?? ""
            var environment: [Environment.Key: String?] = [
                "GAUNTLET_DATA": directory.path,
                "GAUNTLET_ADMIN_LISTEN": "127.0.0.1:\(adminPort)",
            ]
            environment[service == .gateway ? "GAUNTLET_HTTP_LISTEN" : "GAUNTLET_LISTEN"] = address
            for (other, address) in addresses where other != .gateway && other != service {
                environment[
                    Environment.Key(stringLiteral: "GAUNTLET_ENDPOINTS_\(other)".uppercased())
                ] =
                    address
            }
            return Program(
                name: service,
                path: "\(programs)/\(service.program)",
                address: address,
                adminPort: adminPort,
                environment: environment
            )
        }
    }

    /// Starts a service, and again whenever it ends: after 100 ms, doubling to 5 s, and from the
    /// beginning once it has lived for 10 s.
    private func keepRunning(_ program: Program) async {
        var backoff = Backoff()
        while !Task.isCancelled {
            let start = ContinuousClock.now
            do {
                try await runOnce(program)
            } catch {
                logger.error(
                    "A service cannot be started.",
                    metadata: ["service": "\(program.name)", "error": "\(error)"]
                )
            }
            mark(program, .restarting, pid: nil)
            if Task.isCancelled { break }
            let delay = backoff.next(afterLiving: ContinuousClock.now - start)
            logger.warning(
                "A service ended and is started again.",
                metadata: ["service": "\(program.name)", "after": "\(delay)"]
            )
            try? await Task.sleep(for: delay)
            countRestart(of: program)
        }
        mark(program, .stopped, pid: nil)
    }

    private func runOnce(_ program: Program) async throws {
        let log = try LogFile.open("\(directory.logs)/\(program.name).log")
        var options = PlatformOptions()
        // Ctrl-C reaches the foreground group: the supervisor alone decides who stops when.
        options.processGroupID = 0
        options.teardownSequence = [
            .send(signal: .terminate, allowedDurationToNextStep: .seconds(12))
        ]
        _ = try await Subprocess.run(
            Configuration(
                executable: .path(FilePath(program.path)),
                environment: .inherit.updating(program.environment),
                workingDirectory: FilePath(directory.path),
                platformOptions: options
            ),
            input: .none,
            output: .fileDescriptor(log, closeAfterSpawningProcess: false),
            error: .fileDescriptor(log, closeAfterSpawningProcess: true)
        ) { execution in
            let pid = execution.processIdentifier.value
            self.mark(program, .starting, pid: pid)
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    if await Self.isReady(program.adminPort, while: pid) {
                        await self.mark(program, .ready, pid: pid)
                    }
                }
                await group.waitForAll()
            }
        }
    }

    /// Waits until a process says that it is ready; `false` when it ends before.
    private static func isReady(_ adminPort: Int, while pid: Int32) async -> Bool {
        let url = "http://127.0.0.1:\(adminPort)/health/ready"
        while !Task.isCancelled, kill(pid, 0) == 0, !Processes.isZombie(pid) {
            let answer = try? await HTTPClient.shared.execute(
                HTTPClientRequest(url: url),
                timeout: .seconds(2)
            )
            if answer?.status.code == 200 { return true }
            try? await Task.sleep(for: .milliseconds(25))
        }
        return false
    }

    private func waitUntilReady(_ programs: [Program]) async throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while state.processes.contains(where: { $0.state != .ready }) {
            if let failing = state.processes.first(where: { $0.restarts >= 5 }) {
                throw ClusterError(
                    "\(failing.name) does not start: see \(directory.logs)/\(failing.name).log"
                )
            }
            guard ContinuousClock.now < deadline else {
                let late = state.processes.filter { $0.state != .ready }.map(\.name)
                throw ClusterError(
                    "\(late.joined(separator: ", ")) not ready within two minutes: see \(directory.logs)"
                )
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private func mark(_ program: Program, _ newState: ProcessState.State, pid: Int32?) {
        change(program) {
            $0.state = newState
            $0.pid = pid
        }
    }

    private func countRestart(of program: Program) {
        change(program) { $0.restarts += 1 }
    }

    private func change(_ program: Program, _ change: (inout ProcessState) -> Void) {
        do {
            try update { state in
                guard
                    let index = state.processes.firstIndex(where: {
                        $0.name == program.name.rawValue
                    })
                else { return }
                change(&state.processes[index])
            }
        } catch {
            logger.error("The cluster's state cannot be written.", metadata: ["error": "\(error)"])
        }
    }

    private func update(_ change: (inout ClusterState) -> Void) throws {
        change(&state)
        try state.write(to: directory)
    }
}

/// How long to wait before something that ended is started again.
struct Backoff: Hashable, Sendable {
    private static let first = Duration.milliseconds(100)
    private static let longest = Duration.seconds(5)
    private static let healthy = Duration.seconds(10)

    private var delay = first

    /// The next wait, given how long the last try lived.
    mutating func next(afterLiving lived: Duration) -> Duration {
        if lived >= Self.healthy { delay = Self.first }
        defer { delay = min(Self.longest, delay * 2) }
        return delay
    }
}

/// Held by the one supervisor of a data directory; the system lets go of it when the process ends.
private struct Lock {
    private let file: Int32

    init(_ directory: DataDirectory) throws(ClusterError) {
        file = open(directory.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else {
            throw ClusterError(
                "\(directory.lock) cannot be opened: \(String(cString: strerror(errno)))"
            )
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            throw ClusterError("a cluster runs already on \(directory.path): see gauntlet status")
        }
    }

    func release() {
        close(file)
    }
}

extension ServiceName {
    /// The executable that is this service.
    var program: String { "\(rawValue)d" }
}
