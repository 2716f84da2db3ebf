import Foundation
import NIOHTTP1
import Subprocess
import Synchronization
import TestKit
import Testing

@testable import Cluster

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The logs of a cluster's processes, and the signal that reopens them.
struct LogTests {
    @Test
    func `SIGHUP ends no process and loses no line, even with the supervisor killed`()
        async throws
    {
        try await RunningCluster.run { cluster in
            let before = try cluster.processes()
            let ana = try await App(url: cluster.url).registered("Ana")
            let answered = Answered()
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { await Self.load(ana, into: answered) } }
                try await Self.hangUp(cluster)
                for _ in 0..<10 { #expect(try await ana.get("/v1/me").status == 200) }
                try await eventually("requests are answered, however busy the machine is") {
                    answered.traces.withLock(\.count) > 20
                }
                group.cancelAll()
            }
            let traces = answered.traces.withLock(\.self)
            // The same processes, none of them restarted.
            let after = try cluster.processes()
            #expect(after.map(\.pid) == before.map(\.pid))
            #expect(after.allSatisfy { $0.restarts == 0 })
            try await Self.waitForReloads(2, in: cluster)
            for service in ["gateway", "challenges"] {
                try await eventually("\(service) has a line for each request") {
                    let logged = try Self.traces(of: service, in: cluster)
                    return traces.allSatisfy(logged.contains)
                }
            }
        }
    }

    /// Renames each log and signals its process, then all logs and the supervisor; then kills the
    /// supervisor.
    private static func hangUp(_ cluster: RunningCluster) async throws {
        let directory = try DataDirectory(cluster.directory)
        let supervisor = try #require(Lock.holder(of: directory))
        let services = try cluster.processes().map(\.name).filter { $0 != "postgres" }
        for name in services {
            try move(directory.log(of: name), to: "by-itself")
            try cluster.signal(SIGHUP, name)
            try await waitForFile(directory.log(of: name))
        }
        try cluster.signal(SIGHUP, "postgres")
        try await waitForReloads(1, in: cluster)
        for name in services + ["gauntlet"] { try move(directory.log(of: name), to: "by-all") }
        #expect(kill(supervisor, SIGHUP) == 0)
        for name in services + ["gauntlet"] { try await waitForFile(directory.log(of: name)) }
        #expect(kill(supervisor, SIGKILL) == 0)
        try await eventually("the supervisor ends") { !Processes.isRunning(supervisor) }
        for name in services { try cluster.signal(SIGHUP, name) }
    }

    private static func waitForReloads(_ count: Int, in cluster: RunningCluster) async throws {
        try await eventually("PostgreSQL is told") {
            try cluster.log("postgres").count { $0.contains("received SIGHUP") } == count
        }
    }

    /// Sends requests until it is cancelled, and notes the traces of those answered.
    private static func load(_ app: App, into answered: Answered) async {
        while !Task.isCancelled {
            // A refusal also writes a line in the service's log.
            let answer = try? await app.get("/v1/assignments/\(UUID().uuidString.lowercased())")
            guard let answer, answer.status == 404 else { continue }
            guard let trace = answer.headers.first(name: "Trace-Id") else { continue }
            answered.traces.withLock { $0.append(trace) }
        }
    }

    /// The traces in a service's lines, in all files of its log.
    private static func traces(
        of service: String,
        in cluster: RunningCluster
    ) throws -> Set<String> {
        let lines = try cluster.logs().filter { $0.contains("/log/\(service).log") }
            .flatMap { try String(contentsOfFile: $0, encoding: .utf8).split(separator: "\n") }
        return Set(
            lines.compactMap { line in
                line.split(separator: " ").first { $0.hasPrefix("trace=") }
                    .map { String($0.dropFirst("trace=".count)) }
            }
        )
    }

    private static func move(_ path: String, to suffix: String) throws {
        try FileManager.default.moveItem(atPath: path, toPath: "\(path).\(suffix)")
    }

    private static func waitForFile(_ path: String) async throws {
        try await eventually("\(path) is opened again") {
            FileManager.default.fileExists(atPath: path)
        }
    }

    @Test func `a full log is rotated by the process that writes it`() async throws {
        try await RunningCluster.run { cluster in
            let directory = try DataDirectory(cluster.directory)
            let logs = ["gateway", "gauntlet"].map(directory.log)
            // Extends the logs to their maximum size without as many requests: the content is a
            // hole.
            for log in logs { #expect(truncate(log, 50_000_000) == 0) }
            let supervisor = try #require(Lock.holder(of: directory))
            #expect(kill(supervisor, SIGHUP) == 0)
            // It reopens its own log before it forwards the signal.
            try await eventually("the gateway's log is turned over") {
                _ = try await App(url: cluster.url).get("/v1/me")
                return FileManager.default.fileExists(atPath: "\(logs[0]).1")
            }
            let killed = try cluster.kill("scoring")
            try await eventually("the supervisor's log is turned over") {
                FileManager.default.fileExists(atPath: "\(logs[1]).1")
            }
            for log in logs { try FileManager.default.removeItem(atPath: "\(log).1") }
            try await cluster.waitForSuccessor(of: killed, as: "scoring")
            try await Self.hangUpInVain(supervisor, logs[1])
            #expect(try cluster.log("gateway").count < 1_000)
            guard geteuid() == 0 else { return }
            let services = try #require(try ClusterUsers.found()).services
            let owners = try AsRoot.owners(below: directory.logs)
            #expect(owners["gateway.log"] == "\(services.id):\(services.group) 100640")
            #expect(owners["gauntlet.log"] == "0:0 100640")
            #expect(owners["."] == "0:\(services.group) 41775")
        }
    }

    /// A directory has the name of the supervisor's log: the supervisor keeps writing to the old
    /// file, and logs that there.
    private static func hangUpInVain(_ supervisor: Int32, _ log: String) async throws {
        try move(log, to: "moved")
        try FileManager.default.createDirectory(atPath: log, withIntermediateDirectories: false)
        #expect(kill(supervisor, SIGHUP) == 0)
        try await eventually("it says that the log cannot be opened") {
            try String(contentsOfFile: "\(log).moved", encoding: .utf8)
                .contains("Reopening the log failed. error=\(log) cannot be opened: ")
        }
        try FileManager.default.removeItem(atPath: log)
        #expect(kill(supervisor, SIGHUP) == 0)
        try await waitForFile(log)
    }

    @Test func `a service without a log path ignores SIGHUP`() async throws {
        let scratch = "/tmp/gauntlet-hang-up.\(UInt64.random(in: 0...UInt64.max))"
        try FileManager.default.createDirectory(
            atPath: scratch,
            withIntermediateDirectories: false
        )
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        try "one:\(Data(repeating: 7, count: 32).base64EncodedString())"
            .write(toFile: "\(scratch)/key", atomically: true, encoding: .utf8)
        let log = try FileDescriptor.open(
            FilePath("\(scratch)/log"),
            .writeOnly,
            options: [.create, .append],
            permissions: .ownerReadWrite
        )
        let programs = (CommandLine.arguments[0] as NSString).deletingLastPathComponent
        let result = try await Subprocess.run(
            .path(FilePath("\(programs)/scoringd")),
            environment: .inherit.updating([
                "GAUNTLET_CLUSTER_KEY_FILE": "\(scratch)/key",
                // No database listens there: the service waits for it.
                "GAUNTLET_DATABASE_URL": "postgresql:///gauntlet?host=\(scratch)",
            ]),
            input: .none,
            output: .fileDescriptor(log, closeAfterSpawningProcess: false),
            error: .fileDescriptor(log, closeAfterSpawningProcess: true)
        ) { execution in
            try await eventually("the service waits for the database") {
                try String(contentsOfFile: "\(scratch)/log", encoding: .utf8)
                    .contains("Waiting for the database.")
            }
            let pid = execution.processIdentifier.value
            // A signal that ends a process does so before a later one.
            #expect(kill(pid, SIGHUP) == 0)
            #expect(kill(pid, SIGKILL) == 0)
        }
        #expect(result.terminationStatus == .signaled(SIGKILL))
    }

    @Test func `an unusable log path ends a service with one line`() async throws {
        let programs = (CommandLine.arguments[0] as NSString).deletingLastPathComponent
        let result = try await Subprocess.run(
            .path(FilePath("\(programs)/scoringd")),
            arguments: ["--log-file", "/nowhere/scoring.log"],
            output: .discarded,
            error: .string(limit: 1 << 16)
        )
        #expect(result.terminationStatus == .exited(78))
        #expect(
            result.standardError
                == "scoringd: GAUNTLET_LOG_FILE (--log-file) names a file that cannot be used:"
                + " /nowhere/scoring.log cannot be opened: No such file or directory\n"
        )
    }

    @Test func `the log names ignored settings of another cluster`() async throws {
        try await RunningCluster.run { cluster in
            _ = try await cluster.down()
            let again = try await RunningCluster.gauntlet(
                ["up", "--detach", "--no-demo", "--port", "\(cluster.port)"]
                    + ["--data", cluster.directory],
                through: [
                    "/usr/bin/env", "GAUNTLET_LOG_FILE=/nowhere/x.log", "GAUNTLET_LISTEN=:1",
                    "GAUNTLET_DATABASE_URL=",
                ]
            )
            #expect(again.status == 0, "\(again.error)")
            let lines = try cluster.log("gauntlet").filter {
                $0.contains("Ignoring settings of another cluster.")
            }
            #expect(lines.count == 1)
            #expect(
                lines.first?.hasSuffix(" variables=GAUNTLET_LISTEN GAUNTLET_LOG_FILE") == true,
                "\(lines)"
            )
        }
    }
}

/// The traces of the requests answered so far.
private final class Answered: Sendable {
    let traces = Mutex<[String]>([])
}
