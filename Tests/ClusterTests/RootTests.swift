import Foundation
import NIOHTTP1
import Subprocess
import TestBasics
import TestKit
import Testing

@testable import Cluster

/// A cluster that root starts, as seen by an operator and the machine's other users.
@Suite(AsRoot.condition) struct RootTests {
    private let users: ClusterUsers

    init() throws {
        users = try #require(try ClusterUsers.found())
    }

    /// A free port that only root may bind.
    private static func privilegedPort() throws -> Int {
        let ports = (600...1_023).shuffled()
        return try #require(ports.first { Ports.finding(at: $0, of: "127.0.0.1") == nil })
    }

    @Test func `only the supervisor is root, and no service can become it again`() async throws {
        let port = try Self.privilegedPort()
        let arguments = ["--no-demo", "--port", "\(port)"]
        try await RunningCluster.run(starting: arguments, replicas: 2) { cluster, _ in
            let app = App(url: "http://127.0.0.1:\(port)")
            _ = try await app.registered("Ana")
            for process in try cluster.processes() {
                try expectUnprivileged(process)
            }
            // The port survives its gateway, whichever one is restarted.
            let killed = try cluster.kill("gateway")
            try await cluster.waitForSuccessor(of: killed, as: "gateway")
            try expectUnprivileged(try cluster.process("gateway"))
            _ = try await app.registered("Bo")

            try await expectOperable(cluster)
        }
    }

    private func expectUnprivileged(_ process: ProcessState) throws {
        let pid = try #require(process.pid)
        let user = process.name == "postgres" ? users.database : users.services
        #expect(
            try AsRoot.status(pid, "Uid") == Array(repeating: "\(user.id)", count: 4),
            "\(process.name)"
        )
        #expect(
            try AsRoot.status(pid, "Gid") == Array(repeating: "\(user.group)", count: 4),
            "\(process.name)"
        )
        #expect(try AsRoot.status(pid, "NoNewPrivs") == ["1"])
        for set in ["CapInh", "CapPrm", "CapEff", "CapAmb"] {
            #expect(try AsRoot.status(pid, set) == ["0000000000000000"], "\(set)")
        }
        // Not in the session, and so not at the terminal, of the user who started the cluster.
        #expect(getsid(pid) == pid, "\(process.name)")
        guard process.name != "postgres" else { return }
        #expect(try AsRoot.status(pid, "Groups") == [])
        let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")
        // A thread may end before it is read, but not all.
        let threads = tasks.compactMap { task in
            try? String(contentsOfFile: "/proc/\(pid)/task/\(task)/status", encoding: .utf8)
        }
        #expect(!threads.isEmpty, "\(process.name)")
        for text in threads {
            #expect(text.contains("\nUid:\t\(user.id)\t\(user.id)\t\(user.id)\t\(user.id)\n"))
            #expect(text.contains("\nNoNewPrivs:\t1\n"))
        }
    }

    /// Root in a container, which may not inspect the services, can see and end them.
    private func expectOperable(_ cluster: RunningCluster) async throws {
        func gauntlet(_ arguments: String...) async throws -> RunningCluster.Outcome {
            try await RunningCluster.gauntlet(
                arguments + ["--data", cluster.directory],
                through: AsRoot.inContainer
            )
        }
        let started = try cluster.processes()
        let pid = try #require(started.last?.pid)
        let read = ["/bin/sh", "-c", "cat /proc/\(pid)/environ >/dev/null"]
        let look = try await RunningCluster.gauntlet([], through: AsRoot.inContainer + read)
        #expect(look.status != 0, "the container's root may look into another user's process")

        var status = try await gauntlet("status", "--json")
        try await eventually("all are ready") {
            status = try await gauntlet("status", "--json")
            return status.status == 0
        }
        var shown = try JSONDecoder().decode([ProcessState].self, from: Data(status.output.utf8))
        // Only a process that is asked tells the release of its time zones.
        for index in shown.indices { shown[index].tzdata = nil }
        #expect(shown == started)
        let second = try await gauntlet("up", "--detach", "--port", "\(cluster.port)")
        #expect(second.error.contains("already running"), "\(second.error)")

        // A killed supervisor leaves all of them behind.
        let supervisor = try #require(Lock.holder(of: try DataDirectory(cluster.directory)))
        // Through a link in another user's directory, root ends no process.
        let scratch = try RootScratch()
        let other = try DataDirectory(scratch.path)
        try FileManager.default.createDirectory(
            atPath: other.run,
            withIntermediateDirectories: true
        )
        let lock = try DataDirectory(cluster.directory).lock
        try FileManager.default.createSymbolicLink(
            atPath: other.lock,
            withDestinationPath: lock
        )
        #expect(Lock.holder(of: other) == nil)
        #expect(try await !LocalCluster.stop(other))
        #expect(Processes.isRunning(supervisor))
        #expect(kill(supervisor, SIGKILL) == 0)
        let again = try await RunningCluster.gauntlet(
            ["up", "--detach", "--no-demo", "--port", "\(cluster.port)"]
                + ["--data", cluster.directory],
            through: ["/usr/bin/env", "OF_ROOT=secret"] + AsRoot.inContainer
        )
        #expect(again.status == 0, "\(again.error)")
        for process in try cluster.processes() {
            let environment = "/proc/\(try #require(process.pid))/environ"
            let variables = try Data(contentsOf: URL(filePath: environment)).split(separator: 0)
            #expect(!variables.contains { $0.starts(with: Data("OF_ROOT=".utf8)) }, "\(process)")
        }
        for process in started {
            #expect(!Processes.isRunning(try #require(process.pid)), "\(process.name)")
        }
        #expect(try await gauntlet("down").output == "Stopped.\n")
        #expect(try cluster.processes().allSatisfy { $0.state == .stopped })
    }

    /// Root without the right to open every file acts as a user who does not own the cluster.
    private static let limited = [
        "/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search", "--",
    ]

    private var asOwner: [String] {
        let owner = users.services
        return ["--reuid=\(owner.id)", "--regid=\(owner.group)", "--clear-groups", "--"]
    }

    /// Creates an empty file that only its owner may open.
    private func makeClosed(_ path: String) throws {
        try Data().write(to: URL(filePath: path))
        #expect(chown(path, users.services.id, users.services.group) == 0)
        #expect(chmod(path, 0o600) == 0)
    }

    @Test func `a process that the user may not connect to is not ready`() async throws {
        let scratch = try RootScratch()
        let directory = try DataDirectory(scratch.path)
        for path in [directory.run, directory.sockets] {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true
            )
        }
        try makeClosed(directory.lock)
        try makeClosed("\(directory.sockets)/.s.PGSQL.5432")
        _ = try await Subprocess.run(
            .name("setpriv"),
            arguments: Arguments(asOwner + ["tail", "-f", "/dev/null", directory.path]),
            input: .none,
            output: .discarded,
            error: .discarded
        ) { execution in
            let pid = execution.processIdentifier.value
            defer { _ = kill(pid, SIGKILL) }
            try await eventually("the process is the owner's") {
                try AsRoot.status(pid, "Uid").first == "\(users.services.id)"
            }
            // Also acts as the supervisor, which is running and watching.
            var state = ClusterState(supervisor: pid, url: "")
            state.processes = [
                ProcessState(
                    name: "postgres",
                    pid: pid,
                    started: Processes.start(of: pid),
                    state: .ready,
                    address: directory.sockets,
                    restarts: 0
                )
            ]
            try state.write(to: directory)
            let status = try await RunningCluster.gauntlet(
                ["status", "--json", "--data", directory.path],
                through: Self.limited
            )
            #expect(status.status == 1)
            let shown = try JSONDecoder().decode(
                [ProcessState].self,
                from: Data(status.output.utf8)
            )
            #expect(shown.map(\.state) == [.degraded])
            #expect(shown.first?.reason == "this user may not connect to it")
        }
    }

    @Test func `a user who may not open the lock sees what runs, and stops nothing`() async throws {
        let owner = users.services
        let scratch = try RootScratch()
        let directory = try DataDirectory(scratch.path)
        try FileManager.default.createDirectory(
            atPath: directory.run,
            withIntermediateDirectories: true
        )
        try makeClosed(directory.lock)

        func shown(supervisor: Int32) async throws -> [ProcessState.State] {
            var state = ClusterState(supervisor: supervisor, url: "")
            state.processes = [
                ProcessState(name: "media", state: .restarting, address: "", restarts: 1)
            ]
            try state.write(to: directory)
            let status = try await RunningCluster.gauntlet(
                ["status", "--json", "--data", directory.path],
                through: Self.limited
            )
            return try JSONDecoder().decode([ProcessState].self, from: Data(status.output.utf8))
                .map(\.state)
        }
        _ = try await Subprocess.run(
            .name("setpriv"),
            arguments: Arguments(asOwner + ["tail", "-f", "/dev/null"]),
            input: .none,
            output: .discarded,
            error: .discarded
        ) { execution in
            let pid = execution.processIdentifier.value
            defer { _ = kill(pid, SIGKILL) }
            try await eventually("the process is the owner's") {
                try AsRoot.status(pid, "Uid").first == "\(owner.id)"
            }
            #expect(try await shown(supervisor: pid) == [.restarting])
        }
        // Another user's process is not a supervisor.
        #expect(try await shown(supervisor: getpid()) == [.stopped])

        for rights in [Self.limited, ["/usr/bin/env"]] {
            let down = try await RunningCluster.gauntlet(
                ["down", "--data", directory.path],
                through: rights
            )
            #expect(down.status != 0)
            #expect(
                down.error.contains("belongs to \(owner.name): run this as \(owner.name)"),
                "\(down)"
            )
        }
    }

    @Test func `an earlier release's directory is taken over, and a link in it is refused`()
        async throws
    {
        try await RunningCluster.run { cluster in
            let ana = try await App(url: cluster.url).registered("Ana")
            let answer = try await ana.send(
                .POST,
                "/v1/media",
                Picture.png(7),
                headers: [("Content-Type", "image/png")]
            )
            let url = try #require(answer["url"]?.text)
            let picture = try await ana.get(url).bytes
            _ = try await cluster.down()
            try makeOld(cluster.directory)

            // What the database's user can do in a directory of its own.
            let sockets = "\(cluster.directory)/postgres/run"
            let victim = "\(cluster.directory)/log"
            try FileManager.default.moveItem(atPath: sockets, toPath: "\(sockets).away")
            try FileManager.default.createSymbolicLink(
                atPath: sockets,
                withDestinationPath: victim
            )
            let before = try AsRoot.owners(below: cluster.directory)
            let refused = try await RunningCluster.gauntlet([
                "up", "--detach", "--port", "\(cluster.port)", "--data", cluster.directory,
            ])
            #expect(refused.status != 0)
            #expect(refused.error.contains("\(sockets) is a link"), "\(refused.error)")
            #expect(try AsRoot.owners(below: cluster.directory) == before)

            try FileManager.default.removeItem(atPath: sockets)
            try FileManager.default.moveItem(atPath: "\(sockets).away", toPath: sockets)
            try await cluster.up()
            try cluster.processes().forEach(expectUnprivileged)
            #expect(try await ana.get(url).bytes == picture)
        }
    }

    /// Makes a directory look like one of an earlier release: pictures and secrets that belong to
    /// root, and a directory of the database's user around its two.
    private func makeOld(_ directory: String) throws {
        let manager = FileManager.default
        for name in try manager.subpathsOfDirectory(atPath: "\(directory)/media") + [""] {
            #expect(lchown("\(directory)/media/\(name)", 0, 0) == 0)
        }
        for name in try manager.contentsOfDirectory(atPath: "\(directory)/secrets") {
            #expect(lchown("\(directory)/secrets/\(name)", 0, 0) == 0)
            #expect(chmod("\(directory)/secrets/\(name)", 0o600) == 0)
        }
        #expect(chown("\(directory)/secrets", 0, 0) == 0)
        #expect(chmod("\(directory)/secrets", 0o700) == 0)
        #expect(chown("\(directory)/postgres", users.database.id, users.database.group) == 0)
        try manager.removeItem(atPath: "\(directory)/run/owners")
    }
}
