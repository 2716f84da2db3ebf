import ArgumentParser
import Cluster
import FoundationEssentials
import Load
import Logging
import Subprocess
import Telemetry
import UnixSignals

#if canImport(System)
import System
#else
import SystemPackage
#endif
#if canImport(Glibc)
import Glibc
#endif

/// Starts a cluster on this machine: a private PostgreSQL and the five services, supervised.
struct Up: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Starts a cluster on this machine.",
        discussion: """
            Starts a private PostgreSQL and the five services, waits until all are ready, and on \
            a new data directory plays the demonstration through the gateway. Ctrl-C stops \
            everything. The next start on the same data finds everything as it was.
            On a loopback address, the people of the demonstration remain, and the last line says \
            how to sign in as one of them.
            """
    )

    @OptionGroup var data: DataOption

    @Option(help: "The gateway's port.")
    var port = 8080

    @Option(help: "The address the gateway listens on.")
    var host = "127.0.0.1"

    @Option(help: "How many processes each service has, 1 to 9.")
    var replicas = 1

    @Flag(help: "Return once everything is ready, and leave the cluster running.")
    var detach = false

    @Flag(name: .customLong("no-demo"), help: "Do not play the demonstration on new data.")
    var noDemo = false

    /// Set for the process that `--detach` leaves running.
    @Flag(help: .hidden)
    var supervise = false

    @Option(help: .hidden)
    var databaseSetting: [String] = []

    func validate() throws {
        guard (1...65_535).contains(port) else {
            throw ValidationError("--port must be 1 to 65535, not \(port).")
        }
        guard Supervisor.Options.replicasAllowed.contains(replicas) else {
            throw ValidationError("--replicas must be 1 to 9, not \(replicas).")
        }
    }

    func run() async throws {
        try Supervisor.checkEnvironment()
        let directory = try data.directory
        let log = try LineLog.Options(environment: ProcessInfo.processInfo.environment)
        if detach {
            try await startDetached(directory)
            return
        }
        // The process that `--detach` leaves running has no other place for its output.
        let hangUps = await UnixSignalsSequence(trapping: .sighup)
        let restarts = await UnixSignalsSequence(trapping: .sigusr1)
        let file = supervise ? try LogFile(directory.log(of: "gauntlet")) : nil
        let logger = Logger(label: "gauntlet.up") {
            LineLog(service: "gauntlet", label: $0, log, to: file)
        }
        let supervisor = try Supervisor(
            directory,
            programs: Self.programs,
            options: .init(
                host: host,
                port: port,
                replicas: replicas,
                databaseSettings: databaseSetting
            ),
            logger: logger
        )
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let (stop, stopped) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in signals { stopped.finish() }
            }
            group.addTask {
                for await _ in hangUps {
                    do {
                        try file?.reopen()
                    } catch {
                        logger.error(
                            "Reopening the log failed.",
                            metadata: ["error": "\(error)"]
                        )
                    }
                    await supervisor.hangUp()
                }
            }
            group.addTask {
                for await _ in restarts { await supervisor.restart() }
            }
            try await supervisor.run { url in
                try await withThrowingTaskGroup(of: Bool.self) { group in
                    group.addTask {
                        for await _ in stop {}
                        return true
                    }
                    group.addTask {
                        if !supervise { try await greet(directory, url) }
                        return false
                    }
                    while let isStop = try await group.next(), !isStop {}
                    group.cancelAll()
                }
            }
            group.cancelAll()
        }
        if !supervise { print("Stopped.") }
    }

    /// Starts a process in a session of its own that outlives this one, and waits until it is
    /// ready.
    private func startDetached(_ directory: DataDirectory) async throws {
        try directory.prepare()
        let log = directory.log(of: "gauntlet")
        let output = try directory.openLog(of: "gauntlet")
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [
            .send(signal: .terminate, allowedDurationToNextStep: .seconds(60))
        ]
        let arguments =
            ["up", "--supervise", "--data", directory.path, "--port", "\(port)", "--host", host]
            + ["--replicas", "\(replicas)"]
            + databaseSetting.flatMap { ["--database-setting", $0] }
        let configuration = Configuration(
            executable: .path(FilePath("\(Self.programs)/gauntlet")),
            arguments: Arguments(arguments),
            workingDirectory: "/",
            platformOptions: options
        )
        let began = ContinuousClock.now
        _ = try await Subprocess.run(
            configuration,
            input: .none,
            output: .fileDescriptor(output, closeAfterSpawningProcess: false),
            error: .fileDescriptor(output, closeAfterSpawningProcess: true)
        ) { execution in
            let pid = execution.processIdentifier.value
            while true {
                if let state = ClusterState(of: directory), state.supervisor == pid, state.isReady {
                    try await greet(directory, state.url)
                    // The child keeps running: leaving the scope would wait for its end.
                    Up.exit()
                }
                guard Up.isRunning(pid) else {
                    throw ClusterError(
                        Up.lastLine(of: log) ?? "the cluster did not start: see \(log)"
                    )
                }
                guard ContinuousClock.now - began < .seconds(150) else {
                    throw ClusterError(
                        "the cluster is not ready after 150 s: see \(directory.logs)"
                    )
                }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// Plays the demonstration on new data, and prints where to go.
    private func greet(_ directory: DataDirectory, _ url: String) async throws {
        let isNew = !FileManager.default.fileExists(atPath: directory.demoMark)
        if isNew {
            if !noDemo { try await playDemo(directory, url) }
            _ = FileManager.default.createFile(atPath: directory.demoMark, contents: nil)
        }
        if let advice = try? await LocalCluster.checksumsAdvice(for: directory) {
            print("\n\(advice)")
        }
        print(
            """

            Gauntlet is ready.
              data and logs     \(directory.path)
              what runs         gauntlet status --data \(directory.path)
              the demonstration gauntlet demo --data \(directory.path)
              to stop           \(detach ? "gauntlet down --data \(directory.path)" : "Ctrl-C")
              for client apps   \(gateways(directory, url))
            """
        )
        if ProcessInfo.processInfo.environment["GAUNTLET_WEB"] != "off" {
            print("  in a browser      \(url)/")
        }
        if isLoopback, let password = directory.demoPassword {
            print("                    Sign in as \(DemoWorld.username), password \(password)")
        }
        fflush(nil)
    }

    /// Plays the demonstration on new data. On a loopback address its people remain, with a
    /// password that is kept. A cluster that strangers can reach gets no accounts that nobody asked
    /// for. The password is kept last: after an interrupted start nobody is invited to sign in.
    private func playDemo(_ directory: DataDirectory, _ url: String) async throws {
        let story = Story(url: url)
        guard isLoopback else { return try await story.play() }
        let password = DataDirectory.newDemoPassword()
        let world = DemoWorld(url: url, password: password)
        guard try await world.make(playing: story) else { return try await story.play() }
        try directory.keepDemoPassword(password)
    }

    private var isLoopback: Bool { LoopbackGuard.isLoopback(host) }

    /// The gateways' addresses: the one on the port first.
    private func gateways(_ directory: DataDirectory, _ url: String) -> String {
        let others = LocalCluster.addresses(of: "gateway", in: directory).dropFirst()
        return ([url] + others.map { "http://\($0)" }).joined(separator: " ")
    }

    /// The directory of this executable, with links resolved: the services are in it too.
    static var programs: String {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        guard let path else { return "." }
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// Whether a child of this process has not ended; does not reap it.
    private static func isRunning(_ pid: Int32) -> Bool {
        var info = siginfo_t()
        return waitid(P_PID, id_t(pid), &info, WNOHANG | WEXITED | WNOWAIT) == 0
            && info.si_signo == 0
    }

    private static func lastLine(of path: String) -> String? {
        guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").last
            .map { $0.hasPrefix("Error: ") ? String($0.dropFirst(7)) : String($0) }
    }
}

extension LineLog.Options {
    /// The format of the supervisor's log, which is that of its services: they read the same
    /// settings.
    fileprivate init(environment: [String: String]) throws {
        let level = environment["GAUNTLET_LOG_LEVEL"] ?? ""
        let format = environment["GAUNTLET_LOG_FORMAT"] ?? ""
        guard level.isEmpty || Logger.Level(rawValue: level) != nil else {
            throw ValidationError("GAUNTLET_LOG_LEVEL must be trace … critical, not “\(level)”.")
        }
        guard format.isEmpty || LineLog.Format(rawValue: format) != nil else {
            throw ValidationError("GAUNTLET_LOG_FORMAT must be text or json, not “\(format)”.")
        }
        self.init(
            level: Logger.Level(rawValue: level) ?? .info,
            format: LineLog.Format(rawValue: format) ?? .text
        )
    }
}
