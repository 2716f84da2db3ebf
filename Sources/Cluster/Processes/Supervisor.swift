public import FoundationEssentials
public import Logging
import Subprocess
import Values
import Wire

#if canImport(System)
import System
#else
import SystemPackage
#endif
#if canImport(Glibc)
import Glibc
#endif

/// Starts the processes of a local cluster, watches them, restarts those that die, and stops all.
public actor Supervisor {
    private let directory: DataDirectory
    private let programs: String
    private let logger: Logger
    private let options: Options
    private let url: String
    private var state: ClusterState
    /// The two programs of each service's process. They take turns when the process is replaced.
    private var turns: [String: [Program]] = [:]
    /// Starts the replacement of a running program.
    private var successors: [String: AsyncStream<Program>.Continuation] = [:]
    /// The programs that are restarted whenever they end.
    private var kept: Set<Program.ID> = []
    /// The programs in `kept` that have been replaced.
    private var replaced: Set<Program.ID> = []

    /// How long a process that replaces another may take to get ready.
    static let readyMax = Duration.seconds(60)

    /// The options of a cluster.
    public struct Options: Sendable {
        /// The address the gateway listens on.
        public var host: String
        /// The gateway's port.
        public var port: Int
        /// How many processes each service has, 1 to 9. The first gateway gets the port; the others
        /// listen on free ports.
        public var replicas: Int
        /// Settings of the database as `name=value`, in addition to PostgreSQL's defaults.
        public var databaseSettings: [String]

        public init(
            host: String = "127.0.0.1",
            port: Int = 8080,
            replicas: Int = 1,
            databaseSettings: [String] = []
        ) {
            precondition(Self.replicasAllowed.contains(replicas), "\(replicas) replicas")
            self.host = host
            self.port = port
            self.replicas = replicas
            self.databaseSettings = databaseSettings
        }

        /// The allowed number of processes per service.
        public static let replicasAllowed = 1...9

        /// The URL by which clients on this machine reach a gateway that listens on the host.
        func url(port: Int) -> String {
            switch host {
            case "0.0.0.0": "http://127.0.0.1:\(port)"
            case "::": "http://[::1]:\(port)"
            default: "http://\(Self.address(host, port))"
            }
        }

        /// `HOST:PORT`, with brackets if the host needs them.
        static func address(_ host: String, _ port: Int) -> String {
            host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }

    /// - Parameters:
    ///   - directory: The data directory.
    ///   - programs: The directory of the five services' executables.
    ///   - options: The options.
    ///   - logger: Logs what happens.
    /// - Throws: `ClusterError` if an executable is missing.
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
        url = options.url(port: options.port)
        state = ClusterState(supervisor: getpid(), url: url)
    }

    /// Refuses environment variables for features that a local cluster does not support.
    ///
    /// - Parameter environment: By default the process' own.
    /// - Throws: `ClusterError`, which names the variable.
    public static func checkEnvironment(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ClusterError) {
        let isSet = environment.filter { $0.key.hasPrefix("GAUNTLET_TLS_") && !$0.value.isEmpty }
        guard let variable = isSet.keys.min() else { return }
        throw ClusterError(
            "\(variable) is set, but the services of gauntlet up use loopback without TLS:"
                + " unset it"
        )
    }

    static let services: [ServiceName] = [.identity, .challenges, .media, .scoring, .gateway]

    /// Runs the cluster around `body`. When `body` returns or throws, the cluster stops in order:
    /// the gateways drain their connections; then the services finish running calls; then the
    /// database stops. Each step has a time limit, after which the remaining processes are killed.
    ///
    /// - Parameter body: Called with the gateway's URL once everything is ready.
    /// - Throws: `ClusterError` if the cluster cannot start; whatever `body` throws.
    public func run(_ body: @escaping @Sendable (String) async throws -> Void) async throws {
        let users = try ClusterUsers.found()
        try directory.prepare()
        let lock = try Lock(directory)
        defer { lock.release() }
        let ignored = Replica.ignored(of: ProcessInfo.processInfo.environment)
        if !ignored.isEmpty {
            logger.notice(
                "Ignoring settings of another cluster.",
                metadata: ["variables": "\(ignored.joined(separator: " "))"]
            )
        }
        try await endLeftovers()
        let reserved = try ReservedPorts(options.replicas * Self.services.count * 3)
        let replicas = try replicas(on: reserved.ports)
        if let users { try Custody(directory: directory, users: users).takeOver() }
        let secrets = Secrets(directory: directory, group: users?.services.group)
        try secrets.prepare()
        let database = try PostgresServer(directory, as: users, logger: logger)
        try await database.prepare()
        let programs = programs(of: replicas, as: users?.services)
        let server = database.program(
            settings: options.databaseSettings,
            connectionsMax: 300 * options.replicas
        )
        try await whileRunning([server]) {
            try await self.waitUntilReady()
            // Services that signed in before can sign in again while their roles are renewed.
            let renewing = database.hasRoles
            if !renewing { try await database.makeRoles(secrets) }
            try await self.whileRunning(programs.services) {
                try await self.whileRunning(programs.gateways) {
                    if renewing { try await database.makeRoles(secrets) }
                    try await self.waitUntilReady()
                    try await self.update { $0.isReady = true }
                    // Clients that connect while the gateways stop are refused, instead of waiting
                    // in vain.
                    defer { for both in replicas { both[0].socket?.close() } }
                    try await body(self.url)
                    try await self.update { $0.isReady = false }
                }
            }
        }
        try update { $0.isReady = false }
        withExtendedLifetime(reserved) {}
    }

    /// Forwards SIGHUP to the processes: each reopens its log, and PostgreSQL reloads its
    /// configuration.
    public func hangUp() {
        for process in state.allProcesses where Processes.belongs(process, to: directory) {
            if let pid = process.pid { _ = kill(pid, SIGHUP) }
        }
    }

    /// Ends processes that a killed supervisor left behind.
    private func endLeftovers() async throws {
        guard let last = ClusterState(of: directory) else { return }
        for process in last.allProcesses.reversed() {
            try await Processes.end(process, of: directory, within: .seconds(15))
        }
    }

    /// Keeps programs running around `body`.
    private func whileRunning(
        _ programs: [Program],
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        try update { $0.processes += programs.map { ProcessState(starting: $0) } }
        let (beside, successors) = AsyncStream.makeStream(of: Program.self)
        for program in programs { self.successors[program.name] = successors }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for program in programs {
                group.addTask {
                    await self.keepRunning(program)
                    return false
                }
            }
            group.addTask {
                await withDiscardingTaskGroup { group in
                    for await program in beside {
                        group.addTask { await self.keepRunning(program) }
                    }
                }
                return false
            }
            group.addTask {
                try await body()
                return true
            }
            defer {
                let names = programs.map(\.name).joined(separator: " ")
                logger.notice("Stopping.", metadata: ["processes": "\(names)"])
                group.cancelAll()
            }
            while let isBody = try await group.next() {
                if isBody { break }
            }
        }
    }

    /// Chooses the address of each service's processes, and binds it.
    ///
    /// - Parameter ports: Three for each process.
    /// - Returns: Two replicas for each process, which take turns when it is replaced. Both use the
    ///   same socket, and each has its own port for health checks.
    /// - Throws: `Ports.Unbound` if an address cannot be bound.
    private func replicas(on ports: [Int]) throws -> [[Replica]] {
        var left = ports[...]
        return try Self.services.flatMap { service in
            try (1...options.replicas).map { number in
                let reserved = left.removeFirst()
                let port = service == .gateway && number == 1 ? options.port : reserved
                let host = service == .gateway ? options.host : "127.0.0.1"
                let socket = try ListeningSocket(port, of: host)
                return (0..<2).map { _ in
                    Replica(
                        service: service,
                        number: number,
                        address: Options.address(host, port),
                        adminPort: left.removeFirst(),
                        socket: socket
                    )
                }
            }
        }
    }

    /// Creates the programs; each gets its own address and those of the others.
    private func programs(
        of replicas: [[Replica]],
        as user: SystemUser?
    ) -> (services: [Program], gateways: [Program]) {
        let endpoints = Dictionary(grouping: replicas.map { $0[0] }, by: \.service)
            .mapValues { $0.map(\.address) }
        let programs = replicas.map { both in
            both.map { replica in
                replica.program(
                    in: self.programs,
                    of: directory,
                    endpoints: endpoints,
                    as: user
                )
            }
        }
        for both in programs { turns[both[0].name] = both }
        let first = zip(replicas, programs).map { ($0[0].service, $1[0]) }
        return (
            first.filter { $0.0 != .gateway }.map(\.1),
            first.filter { $0.0 == .gateway }.map(\.1)
        )
    }

    /// Starts a program, and restarts it whenever it ends: after 100 ms, doubling to 5 s, and after
    /// 100 ms again once it has lived for 10 s.
    private func keepRunning(_ program: Program) async {
        var backoff = Backoff.restart
        kept.insert(program.id)
        defer { kept.remove(program.id) }
        while !isOver(program) {
            let start = ContinuousClock.now
            do {
                try await runOnce(program)
            } catch {
                logger.error(
                    "A process could not be started.",
                    metadata: ["process": "\(program.name)", "error": "\(error)"]
                )
            }
            if isOver(program) { break }
            change(program) {
                $0.state = .restarting
                $0.pid = nil
            }
            let delay = backoff.next(afterLiving: ContinuousClock.now - start)
            logger.warning(
                "A process ended; restarting it.",
                metadata: ["process": "\(program.name)", "after": "\(delay)"]
            )
            try? await Task.sleep(for: delay)
            change(program) { $0.restarts += 1 }
        }
        change(program) {
            $0.state = .stopped
            $0.pid = nil
        }
        logger.notice("A process has stopped.", metadata: ["process": "\(program.name)"])
    }

    /// Whether a program must not be started again.
    private func isOver(_ program: Program) -> Bool {
        Task.isCancelled || replaced.contains(program.id)
    }

    /// Runs a program until it ends. Opens its log first: otherwise each failed start would leak a
    /// bound socket.
    func runOnce(_ program: Program) async throws {
        let log = try directory.openLog(of: program.name)
        let socket: CInt?
        do {
            socket = try program.input?()
        } catch {
            try? log.close()
            throw error
        }
        guard let socket else { return try await run(program, input: .none, log) }
        let input = FileDescriptor(rawValue: socket)
        try await run(program, input: .fileDescriptor(input, closeAfterSpawningProcess: true), log)
    }

    private func run(
        _ program: Program,
        input: some InputProtocol,
        _ log: FileDescriptor
    ) async throws {
        _ = try await Subprocess.run(
            program.configuration,
            input: input,
            output: .fileDescriptor(log, closeAfterSpawningProcess: false),
            error: .fileDescriptor(log, closeAfterSpawningProcess: true)
        ) { execution in
            let pid = execution.processIdentifier.value
            self.change(program) {
                $0.state = .starting
                $0.pid = pid
                $0.started = Processes.start(of: pid)
            }
            while !Task.isCancelled, Processes.isRunning(pid) {
                if await program.isReady() {
                    self.change(program) { $0.state = .ready }
                    return
                }
                try? await Task.sleep(for: .milliseconds(10))
            }
        }
    }

    /// Waits until all programs started so far are ready.
    private func waitUntilReady() async throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while state.processes.contains(where: { $0.state != .ready }) {
            if let failing = state.processes.first(where: { $0.restarts >= 5 }) {
                throw ClusterError(
                    "\(failing.name) does not start: see \(directory.log(of: failing.name))"
                )
            }
            guard ContinuousClock.now < deadline else {
                let late = state.processes.filter { $0.state != .ready }.map(\.name)
                throw ClusterError(
                    "not ready within two minutes: \(late.joined(separator: ", ")):"
                        + " see \(directory.logs)"
                )
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func change(_ program: Program, _ change: (inout ProcessState) -> Void) {
        do {
            try update { $0.change(program, change) }
        } catch {
            logger.error("Writing the cluster's state failed.", metadata: ["error": "\(error)"])
        }
    }

    private func update(_ change: (inout ClusterState) -> Void) throws {
        change(&state)
        try state.write(to: directory)
    }
}

/// Replacing processes.
extension Supervisor {
    /// Carries out the last request of `gauntlet restart`, unless that was done before. The state
    /// then contains the outcome.
    public func restart() async {
        guard let request = RestartRequest(of: directory), request.id != state.restart?.id else {
            return
        }
        var failure: String?
        do {
            try await replace(request.process)
        } catch {
            failure = "\(error)"
            logger.error(
                "A process was not replaced.",
                metadata: ["process": "\(request.process)", "error": "\(error)"]
            )
        }
        do {
            try update { $0.restart = RestartOutcome(id: request.id, failure: failure) }
        } catch {
            logger.error("Writing the cluster's state failed.", metadata: ["error": "\(error)"])
        }
    }

    /// Starts a second process on the socket of another, and ends the first once the second is
    /// ready. The first finishes its work while the second takes all new connections. If the second
    /// does not get ready, the first continues.
    private func replace(_ name: String) async throws {
        guard state.isReady, let successors = successors[name], let turns = turns[name],
            let last = state.processes.first(where: { $0.name == name }),
            let index = turns.firstIndex(where: last.isOne)
        else { throw ClusterError("there is no process \(name) to restart") }
        let (old, new) = (turns[index], turns[1 - index])
        logger.notice("Replacing a process.", metadata: ["process": "\(name)"])
        try update {
            $0.beside?.append(ProcessState(starting: new, restarts: last.restarts + 1))
        }
        kept.insert(new.id)
        successors.yield(new)
        do {
            try await waitUntilReady(new)
        } catch {
            try await end(new)
            throw error
        }
        try update { $0.replace(old, by: new) }
        try await end(old)
    }

    private func waitUntilReady(_ program: Program) async throws {
        let deadline = ContinuousClock.now + Self.readyMax
        let log = directory.log(of: program.name)
        while let process = state.process(of: program), state.isReady {
            if process.state == .ready { return }
            guard process.state == .starting else {
                throw ClusterError(
                    "\(program.name) does not start, the last one goes on: see \(log)"
                )
            }
            guard ContinuousClock.now < deadline else {
                throw ClusterError(
                    "\(program.name) is not ready within \(Self.readyMax), the last one goes on:"
                        + " see \(log)"
                )
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw ClusterError("the cluster is stopping")
    }

    /// Ends a program's process, and does not restart it.
    private func end(_ program: Program) async throws {
        replaced.insert(program.id)
        while kept.contains(program.id) {
            if let process = state.process(of: program) {
                try await Processes.end(process, of: directory, within: Program.endMax)
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        replaced.remove(program.id)
        try update { state in state.beside?.removeAll { $0.isOne(of: program) } }
    }
}
