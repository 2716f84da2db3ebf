import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import TestBasics
import TestKit
import Testing

@testable import Cluster

/// How an operator restarts processes, and what their callers notice: nothing.
///
/// Slow: restarts processes of a cluster again and again.
struct RestartTests {
    @Test func `restarts of the gateway and of services fail no request`() async throws {
        try await RunningCluster.run { cluster in
            let services = [
                "gateway", "gateway", "challenges", "gateway", "identity", "gateway", "media",
                "gateway",
            ]
            let failures = try await underLoad(of: cluster) { count in
                for service in services {
                    let asked = count.total
                    try await restart(service, of: cluster)
                    try await eventually("clients go on", within: .seconds(120)) {
                        count.total >= asked + 50
                    }
                }
            }
            #expect(failures == [])
            for service in Set(services) {
                let times = services.count { $0 == service }
                #expect(try cluster.process(service).restarts == times)
                // Each ended by itself.
                let ends = try cluster.log(service).count { $0.contains("Stopped.") }
                #expect(ends == times, "\(service)")
            }
            try await Books.with(cluster) { try await $0.audit() }
        }
    }

    /// Runs eight clients, who do what users do, until `body` returns; returns what failed.
    private func underLoad(
        of cluster: RunningCluster,
        _ body: @escaping @Sendable (Crowd.Count) async throws -> Void
    ) async throws -> [String] {
        let balancer = Balancer([cluster.url])
        let count = Crowd.Count()
        let app = App(url: cluster.url)
        var crowds: [Crowd] = []
        for number in 0..<8 {
            let (ana, bo) = (try await app.registered("Ana"), try await app.registered("Bo"))
            try await ana.befriend(bo)
            crowds.append(
                Crowd(
                    sender: ana,
                    recipient: bo,
                    client: PoliteClient(balancer, startingAt: 0),
                    isLoyal: number < 4,
                    count: count
                )
            )
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for crowd in crowds {
                group.addTask {
                    var crowd = crowd
                    try await crowd.run { !count.isOver }
                }
            }
            group.addTask {
                defer { count.end() }
                try await body(count)
            }
            try await group.waitForAll()
        }
        return count.failures
    }

    private func restart(_ service: String, of cluster: RunningCluster) async throws {
        let before = try cluster.process(service)
        let outcome = try await gauntlet(["restart", service], cluster)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.output.hasPrefix("\(service) was restarted in "), "\(outcome.output)")
        #expect(outcome.output.split(separator: "\n").count == 1)
        let after = try cluster.process(service)
        #expect(after.state == .ready)
        #expect(after.address == before.address)
        #expect(after.pid != before.pid)
        #expect(try !Processes.isRunning(#require(before.pid)))
    }

    private func gauntlet(
        _ arguments: [String],
        _ cluster: RunningCluster
    ) async throws -> RunningCluster.Outcome {
        try await RunningCluster.gauntlet(arguments + ["--data", cluster.directory])
    }

    @Test func `all processes are restarted in order, but not the database`() async throws {
        try await RunningCluster.run(replicas: 2) { cluster in
            let before = try cluster.processes()
            let outcome = try await gauntlet(["restart"], cluster)
            #expect(outcome.status == 0, "\(outcome.error)")
            let names = outcome.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
            #expect(names.map(String.init) == before.dropFirst().map(\.name))
            let after = try cluster.processes()
            #expect(after.map(\.name) == before.map(\.name))
            #expect(after.map(\.address) == before.map(\.address))
            #expect(after[0].pid == before[0].pid)
            for (old, new) in zip(before, after).dropFirst() {
                #expect(new.pid != old.pid, "\(new.name)")
                #expect(new.adminPort != old.adminPort, "\(new.name)")
            }
            try await eventually("all are ready", within: .seconds(120)) {
                try await cluster.status().exit == 0
            }
            try expectOwnSockets(cluster)
            #expect(try await App(url: cluster.url).registered("Ana").id != "")
        }
    }

    /// A process listens on its own socket, and has no other's; the database has none.
    private func expectOwnSockets(_ cluster: RunningCluster) throws {
        // `String(contentsOfFile:)` reads one page of such a file.
        let file = try #require(FileHandle(forReadingAtPath: "/proc/net/tcp"))
        let table = try file.readToEnd() ?? Data()
        let lines = String(decoding: table, as: UTF8.self)
            .split(separator: "\n").map { $0.split(separator: " ") }
        let processes = try cluster.processes()
        let sockets = try processes.dropFirst().map { process in
            let port = try #require(process.address.split(separator: ":").last.flatMap { Int($0) })
            let place = "0100007F:\(String(format: "%04X", port))"
            // State 0A is one that listens.
            let line = try #require(lines.first { $0[1] == place && $0[3] == "0A" })
            return "socket:[\(line[9])]"
        }
        for (index, process) in processes.enumerated() {
            let descriptors = "/proc/\(try #require(process.pid))/fd"
            let open = try FileManager.default.contentsOfDirectory(atPath: descriptors).compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")
            }
            let own = index == 0 ? [] : [sockets[index - 1]]
            #expect(sockets.filter(open.contains) == own, "\(process.name)")
        }
    }

    @Test func `a process that cannot start again leaves the last one as it was`() async throws {
        try await RunningCluster.run { cluster in
            let key = "\(cluster.directory)/secrets/cluster.key"
            let before = try cluster.processes()
            try FileManager.default.moveItem(atPath: key, toPath: key + ".away")
            let refused = try await gauntlet(["restart"], cluster)
            try FileManager.default.moveItem(atPath: key + ".away", toPath: key)
            #expect(refused.status == 1)
            #expect(refused.output == "")
            let log = "\(cluster.directory)/log/identity.log"
            #expect(
                refused.error.contains("identity does not start, the last one goes on: see \(log)"),
                "\(refused.error)"
            )
            #expect(try cluster.processes() == before)
            let state = try #require(ClusterState(of: DataDirectory(cluster.directory)))
            #expect(state.beside == [])
            #expect(try await App(url: cluster.url).registered("Ana").id != "")

            let requests = try RestartRequests(DataDirectory(cluster.directory))
            let second = try await gauntlet(["restart", "media"], cluster)
            #expect(second.status == 1)
            #expect(second.error.contains("another gauntlet restart"), "\(second.error)")
            #expect(try cluster.processes() == before)
            _ = consume requests
            try await restart("media", of: cluster)
        }
    }

    @Test func `callers of a gateway that died wait for the next`() async throws {
        try await RunningCluster.run { cluster in
            let balancer = Balancer([cluster.url])
            try await withThrowingTaskGroup(of: Int.self) { group in
                try await cluster.withoutSuccessors {
                    let killed = try cluster.kill("gateway")
                    try await eventually("it is gone") { !Processes.isRunning(killed) }
                    let loops = MultiThreadedEventLoopGroup.singleton
                    let waiting = try await ClientBootstrap(group: loops)
                        .connect(host: "127.0.0.1", port: cluster.port).get()
                    #expect(waiting.isActive)
                    try await waiting.close()
                    for number in 0..<8 {
                        group.addTask {
                            let client = PoliteClient(balancer, startingAt: number)
                            return try await client.send(.GET, "/health").status
                        }
                    }
                }
                for try await status in group { #expect(status == 200) }
            }
        }
    }

    @Test func `without a cluster there is nothing to restart`() async throws {
        let directory = "/tmp/gauntlet-restart.\(UInt64.random(in: 0...UInt64.max))"
        let outcome = try await RunningCluster.gauntlet(["restart", "--data", directory])
        #expect(outcome.status == 1)
        #expect(outcome.error.contains("no cluster is running from \(directory)"), "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: directory))
    }

    @Test(arguments: ["outside", "postgres", "operator", "gatewayd"])
    func `the name of a service is checked`(name: String) async throws {
        let outcome = try await RunningCluster.gauntlet(["restart", name])
        #expect(outcome.status == 64)
        let names = "identity, challenges, media, scoring, gateway"
        #expect(
            outcome.error.contains("There is no service “\(name)”: it is one of \(names)."),
            "\(outcome.error)"
        )
    }

    @Test(arguments: [
        (#""isReady": false, "beside": [],"#, "is starting or stopping"),
        (#""isReady": true,"#, "was started by an earlier release"),
    ])
    func `a cluster that cannot restart says why`(members: String, why: String) async throws {
        let path = "/tmp/gauntlet-restart.\(UInt64.random(in: 0...UInt64.max))"
        let directory = try DataDirectory(path)
        try FileManager.default.createDirectory(
            atPath: directory.run,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: path) }
        // A supervisor that must not get the signal.
        signal(SIGUSR1, SIG_IGN)
        let lock = try Lock(directory)
        defer { lock.release() }
        try """
        {\(members) "supervisor": \(getpid()), "url": "", "processes": []}
        """.write(toFile: directory.state, atomically: true, encoding: .utf8)
        let outcome = try await RunningCluster.gauntlet(["restart", "--data", path])
        #expect(outcome.status == 1)
        #expect(outcome.error.contains(why), "\(outcome.error)")
    }
}
