import Foundation
import Postgres
import Subprocess
import TestKit
import Testing

@testable import Cluster

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A cluster of real processes in a directory of its own, started and stopped by the operator's
/// command.
final class RunningCluster: Sendable {
    let directory: String
    /// The first gateway's port.
    let port: Int
    /// Whether its database keeps what it acknowledged, as in production, or saves the time.
    let isDurable: Bool
    private let replicas: Int
    /// A command that runs instead of `gauntlet`, and gets `gauntlet` and its arguments.
    private let wrapper: [String]
    /// Keeps other clusters of the tests off the port.
    private let reserved: Reservation
    /// How many lines of a log say how its process crashed: the first threads' frames.
    private static let crashLinesMax = 150

    var url: String { "http://127.0.0.1:\(port)" }

    /// The URLs of all gateways.
    var urls: [String] {
        get throws {
            try processes().filter { $0.name.hasPrefix("gateway") }.map { "http://\($0.address)" }
        }
    }

    /// Runs `body` on a new cluster, and stops it whatever happens. Pass `isDurable` if processes
    /// are killed and nothing may be lost.
    static func run<Result: Sendable>(
        replicas: Int = 1,
        isDurable: Bool = false,
        through wrapper: [String] = [],
        _ body: (RunningCluster) async throws -> Result
    ) async throws -> Result {
        try await run(
            starting: ["--no-demo"],
            replicas: replicas,
            isDurable: isDurable,
            through: wrapper
        ) { cluster, _ in
            try await body(cluster)
        }
    }

    /// Runs `body` on a new cluster, and passes it the command's output.
    static func run<Result: Sendable>(
        starting arguments: [String],
        replicas: Int = 1,
        isDurable: Bool = false,
        through wrapper: [String] = [],
        _ body: (RunningCluster, _ greeting: String) async throws -> Result
    ) async throws -> Result {
        let cluster = try RunningCluster(
            replicas: replicas,
            isDurable: isDurable,
            through: wrapper
        )
        do {
            let greeting = try await cluster.up(arguments)
            let result = try await body(cluster, greeting)
            try await cluster.remove()
            return result
        } catch {
            await cluster.showLogs()
            try? await cluster.remove()
            throw error
        }
    }

    init(replicas: Int = 1, isDurable: Bool = false, through wrapper: [String] = []) throws {
        self.isDurable = isDurable
        self.wrapper = wrapper
        directory = "/tmp/gauntlet-cluster.\(UInt64.random(in: 0...UInt64.max))"
        self.replicas = replicas
        reserved = try Reservation()
        port = reserved.port
    }

    @discardableResult
    func up(_ arguments: [String] = ["--no-demo"]) async throws -> String {
        let result = try await Self.gauntlet(
            ["up", "--detach", "--port", "\(port)", "--replicas", "\(replicas)"]
                + (isDurable ? [] : ["--database-setting", "fsync=off"])
                + ["--data", directory] + arguments,
            through: wrapper
        )
        try #require(result.status == 0, "\(result.output)\(result.error)")
        return result.output
    }

    func down() async throws -> String {
        try await Self.gauntlet(["down", "--data", directory]).output
    }

    /// The running processes, as found by `status`.
    func processes() throws -> [ProcessState] {
        LocalCluster.processes(of: try DataDirectory(directory))
    }

    /// The output of `status --json`, and its exit code.
    func status() async throws -> (processes: [ProcessState], exit: Int32) {
        let result = try await Self.gauntlet(["status", "--json", "--data", directory])
        let bytes = Data(result.output.utf8)
        return (try JSONDecoder().decode([ProcessState].self, from: bytes), result.status)
    }

    func process(_ name: String) throws -> ProcessState {
        try #require(try processes().first { $0.name == name }, "there is no \(name)")
    }

    /// Sends a signal to a process, and returns its id.
    @discardableResult
    func signal(_ signal: Int32, _ name: String) throws -> Int32 {
        let pid = try #require(try process(name).pid, "\(name) does not run")
        #expect(Foundation.kill(pid, signal) == 0)
        return pid
    }

    /// Ends a process as a crash would, and returns its id.
    @discardableResult
    func kill(_ name: String) throws -> Int32 {
        try signal(SIGKILL, name)
    }

    /// Waits until another process has replaced this one, and is ready.
    func waitForSuccessor(of pid: Int32, as name: String) async throws {
        try await eventually("\(name) is started again", within: .seconds(120)) {
            let process = try process(name)
            return process.pid != pid && process.state == .ready
        }
    }

    /// Prevents restarts for the duration of `body`: the surviving processes do all the work.
    func withoutSuccessors<Value>(_ body: () async throws -> Value) async throws -> Value {
        let supervisor = try #require(Lock.holder(of: try DataDirectory(directory)))
        #expect(Foundation.kill(supervisor, SIGSTOP) == 0)
        defer { _ = Foundation.kill(supervisor, SIGCONT) }
        return try await body()
    }

    /// Calls a service directly, as an operator does; retries while it is unavailable.
    func call(_ arguments: [String]) async throws -> Outcome {
        var outcome: Outcome
        let deadline = ContinuousClock.now + .seconds(120)
        repeat {
            outcome = try await Self.gauntlet(["call"] + arguments + ["--data", directory])
        } while outcome.isToBeRepeated && ContinuousClock.now < deadline
        return outcome
    }

    /// A client of a service's database, as its role.
    func database(_ role: String) throws -> Database {
        let url = try String(contentsOfFile: "\(directory)/secrets/\(role).url", encoding: .utf8)
        return Database(
            url.split(whereSeparator: \.isNewline).joined(),
            options: .init(
                sharedMax: 1,
                leasedMax: 4,
                leaseWait: .seconds(60),
                silenceMax: .seconds(60),
                sharedStatementTimeout: .seconds(30),
                leasedStatementTimeout: .seconds(60)
            ),
            logger: TestServer.quiet
        )
    }

    /// The lines of a process' log.
    func log(_ name: String) throws -> [Substring] {
        try logs().filter { $0.hasSuffix("/log/\(name).log") || $0.contains("/\(name)/log/") }
            .flatMap(Self.lines)
    }

    private static func lines(of path: String) throws -> [Substring] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    }

    /// The paths of all logs, including PostgreSQL's own.
    func logs() throws -> [String] {
        try ["\(directory)/log", "\(directory)/postgres/log"].flatMap { path in
            try FileManager.default.contentsOfDirectory(atPath: path).sorted().map {
                "\(path)/\($0)"
            }
        }
    }

    func remove() async throws {
        _ = try await down()
        try expectNoCrash()
        try FileManager.default.removeItem(atPath: directory)
    }

    /// Whatever is killed or stopped: no process may crash by itself.
    private func expectNoCrash() throws {
        for path in try logs() {
            let lines = try Self.lines(of: path)
            let crash = lines.firstIndex {
                $0.hasPrefix("*** ") || $0.contains("Fatal error: ") || $0.contains("double free")
            }
            guard let crash else { continue }
            let report = lines[crash...].prefix(Self.crashLinesMax).joined(separator: "\n")
            Issue.record("\(path)\n\(report)")
        }
    }

    /// Prints the logs of all processes for a failing test.
    func showLogs() async {
        for log in (try? logs()) ?? [] {
            guard let lines = try? Self.lines(of: log).suffix(15) else { continue }
            FileHandle.standardError.write(
                Data("--- \(log)\n\(lines.joined(separator: "\n"))\n".utf8)
            )
        }
    }

    // The result of a command.
    struct Outcome: Sendable {
        let status: Int32
        let output: String
        let error: String
        /// Whether a retry may work.
        var isToBeRepeated: Bool {
            status != 0 && (error.contains("wire.unavailable") || error.contains("wire.expired"))
        }
    }

    /// The directory of the programs: that of the tests.
    static var programs: String {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return (tests as NSString).deletingLastPathComponent
        }
    }

    /// Runs the operator's command, from the tests' directory, directly or through another command.
    static func gauntlet(
        _ arguments: [String],
        in workingDirectory: String = "/",
        through wrapper: [String] = []
    ) async throws -> Outcome {
        let command = wrapper + ["\(try programs)/gauntlet"] + arguments
        let result = try await Subprocess.run(
            .path(FilePath(command[0])),
            arguments: Arguments(Array(command.dropFirst())),
            environment: .inherit.updating([
                // Many clients of one address are what these tests are about,
                "GAUNTLET_LIMITS_EXEMPT": "127.0.0.0/8",
                // and not how much work a password is.
                "GAUNTLET_PASSWORD_COST": "ln=10,r=8,p=1",
            ]),
            workingDirectory: FilePath(workingDirectory),
            output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 20)
        )
        var status: Int32 = -1
        if case .exited(let code) = result.terminationStatus { status = code }
        return Outcome(
            status: status,
            output: result.standardOutput,
            error: result.standardError
        )
    }
}

/// A port for a gateway that no other test chooses.
final class Reservation: Sendable {
    private let reserved: ReservedPorts
    let port: Int

    init() throws {
        reserved = try ReservedPorts(1, in: 12_000...19_999)
        port = reserved.ports[0]
    }
}
