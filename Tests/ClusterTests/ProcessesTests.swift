import Foundation
import Subprocess
import TestKit
import Testing

@testable import Cluster

/// Which processes belong to a cluster.
struct ProcessesTests {
    private let directory: DataDirectory

    init() throws {
        directory = try DataDirectory("/tmp/gauntlet-processes.\(UInt64.random(in: 0...9_999_999))")
    }

    private func state(_ pid: Int32, started: String?) -> ProcessState {
        var state = ProcessState(
            name: "identity",
            pid: pid,
            state: .ready,
            address: "",
            adminPort: nil,
            restarts: 0
        )
        state.started = started
        return state
    }

    /// Runs `body` beside a waiting process, and ends that process.
    private func with(
        program: String = "tail",
        arguments: [String] = [],
        environment: [Environment.Key: String?] = [:],
        _ body: @Sendable (Int32) async throws -> Void
    ) async throws {
        _ = try await Subprocess.run(
            .name("tail"),
            arguments: Arguments(
                executablePathOverride: program,
                remainingValues: ["-f", "/dev/null"] + arguments
            ),
            environment: .inherit.updating(environment),
            input: .none,
            output: .discarded,
            error: .discarded
        ) { execution in
            let pid = execution.processIdentifier.value
            defer { _ = kill(pid, SIGKILL) }
            // Until then it is a copy of the process that starts it; a program has its name before
            // its arguments and its environment.
            try await eventually("the program runs") {
                try String(contentsOfFile: "/proc/\(pid)/comm", encoding: .utf8) == "tail\n"
                    && FileManager.default.contents(atPath: "/proc/\(pid)/environ")?.isEmpty
                        == false
            }
            try await body(pid)
        }
    }

    @Test func `a process belongs to a cluster by its argument and its start`() async throws {
        try await with(arguments: [directory.path]) { pid in
            let started = try #require(Processes.start(of: pid))
            #expect(started == Processes.start(of: pid))
            #expect(Processes.belongs(state(pid, started: started), to: directory))
            // A later process with the same number.
            #expect(!Processes.belongs(state(pid, started: started + "0"), to: directory))
            let other = try DataDirectory(directory.path + "0")
            #expect(!Processes.belongs(state(pid, started: started), to: other))
        }
        let own = ProcessInfo.processInfo.processIdentifier
        #expect(!Processes.belongs(state(own, started: Processes.start(of: own)), to: directory))
        #expect(Processes.start(of: 0) == nil)
    }

    @Test func `a process of an earlier release is recognised by its environment`() async throws {
        let named: [Environment.Key: String?] = ["GAUNTLET_DATA": directory.path]
        try await with(program: "/opt/identityd", environment: named) { pid in
            #expect(Processes.belongs(state(pid, started: nil), to: directory))
            // With a start it is of this release, which has the directory among its arguments.
            #expect(
                !Processes.belongs(state(pid, started: Processes.start(of: pid)), to: directory)
            )
        }
        try await with(program: "/opt/identityd") { pid in
            #expect(!Processes.belongs(state(pid, started: nil), to: directory))
        }
    }

    @Test
    func `a process of an earlier release must match by program and directory`() {
        var process = state(1, started: nil)
        func isOne(_ arguments: [String], environment: [String]? = nil) -> Bool {
            process.isOne(
                of: directory,
                arguments: arguments,
                start: "boot/1",
                environment: environment
            )
        }
        let named = ["GAUNTLET_DATA=\(directory.path)"]
        process.name = "identity-2"
        #expect(isOne(["/opt/gauntlet/identityd"], environment: named))
        #expect(!isOne(["/opt/gauntlet/identityd"], environment: ["GAUNTLET_DATA=/elsewhere"]))
        #expect(!isOne(["/opt/gauntlet/mediad"], environment: named))
        // An environment that may not be read: the process may belong to any cluster.
        #expect(!isOne(["/opt/gauntlet/identityd"]))
        #expect(!isOne(["/usr/bin/vi", directory.path]))
        // Processes of this release have the directory as an argument.
        process.started = "boot/1"
        #expect(!isOne(["/opt/gauntlet/identityd"], environment: named))

        process.started = nil
        process.name = "postgres"
        #expect(isOne(["/usr/lib/postgresql/15/bin/postgres", "-D", directory.data]))
        #expect(!isOne(["/usr/lib/postgresql/15/bin/postgres", "-D", "/elsewhere"]))
        #expect(!isOne(["/usr/bin/du", directory.data]))
    }

    @Test func `the state of an earlier release can be read`() throws {
        try FileManager.default.createDirectory(
            atPath: directory.run,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        try """
        {"isReady": true, "supervisor": 12, "url": "http://127.0.0.1:8080", "processes": [{
            "name": "postgres", "pid": 13, "state": "ready", "address": "/x", "restarts": 0
        }]}
        """.write(toFile: directory.state, atomically: true, encoding: .utf8)
        let state = try #require(ClusterState(of: directory))
        #expect(state.processes.map(\.pid) == [13])
        #expect(state.processes.map(\.started) == [nil])
    }
}
