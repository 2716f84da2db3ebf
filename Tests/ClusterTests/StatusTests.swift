import Foundation
import TestKit
import Testing

@testable import Cluster

/// The output of `gauntlet status` for a broken cluster: one fault after the other, each of which
/// is reported.
struct StatusTests {
    @Test func `a fault is reported, and the cluster is not ready`() async throws {
        let programs = try Programs()
        defer { programs.remove() }
        let start = programs.start(with: "GAUNTLET_MEDIA_FREE_MIN=1000000TB")
        try await RunningCluster.run(through: start) { cluster in
            try await noRoom(cluster)
            try await frozenDatabase(cluster)
            try await withoutKey(cluster)
            try await endsAtOnce(cluster, programs)
            try await unsupervised(cluster)
        }
    }

    /// There is always less space than mediad must leave free; everything else is ready.
    private func noRoom(_ cluster: RunningCluster) async throws {
        try await cluster.expect(["media": "degraded: storage"])
        let table = try await RunningCluster.gauntlet(["status", "--data", cluster.directory])
        let line = table.output.split(separator: "\n").first { $0.hasPrefix("media") }
        #expect(line?.contains("degraded") == true && line?.hasSuffix("storage") == true)
        #expect(table.status == 1)
    }

    /// Neither the server nor its children answer; the gateway keeps working.
    private func frozenDatabase(_ cluster: RunningCluster) async throws {
        let postmaster = try #require(try cluster.process("postgres").pid)
        // The server first, so that it starts nothing more; its children may end meanwhile.
        #expect(kill(postmaster, SIGSTOP) == 0)
        let database = [postmaster] + Self.children(of: postmaster)
        for pid in database { _ = kill(pid, SIGSTOP) }
        defer { for pid in database { _ = kill(pid, SIGCONT) } }
        let waiting = "degraded: waiting for database"
        try await cluster.expect([
            "postgres": "frozen: no answer within 0.8 seconds", "identity": waiting,
            "challenges": waiting, "media": waiting, "scoring": waiting,
            "gateway": "degraded: revocations",
        ])
        #expect(try await cluster.admin("gateway", "/health/ready").status == 200)
        for pid in database { _ = kill(pid, SIGCONT) }
        try await cluster.expect(["media": "degraded: storage"])
    }

    private func withoutKey(_ cluster: RunningCluster) async throws {
        let key = "\(cluster.directory)/secrets/cluster.key"
        try FileManager.default.moveItem(atPath: key, toPath: key + ".away")
        try cluster.kill("identity")
        try await cluster.expect([
            "identity": "restarting: it ended: see \(cluster.directory)/log/identity.log",
            "media": "degraded: storage", "gateway": "degraded: identity, revocations",
        ])
        try FileManager.default.moveItem(atPath: key + ".away", toPath: key)
        try await cluster.expect(["media": "degraded: storage"])
    }

    private func endsAtOnce(_ cluster: RunningCluster, _ programs: Programs) async throws {
        try programs.replace("scoringd", by: "/bin/false")
        try cluster.kill("scoring")
        try await cluster.expect([
            "scoring": "restarting: it ended: see \(cluster.directory)/log/scoring.log",
            "media": "degraded: storage", "gateway": "degraded: scoring",
        ]) { $0.contains { $0.name == "scoring" && $0.restarts >= 5 } }
    }

    private func unsupervised(_ cluster: RunningCluster) async throws {
        let supervisor = try #require(Lock.holder(of: try DataDirectory(cluster.directory)))
        // As by Ctrl-Z: the supervisor exists, but does nothing.
        #expect(kill(supervisor, SIGSTOP) == 0)
        try await eventually("nobody is watched", within: .seconds(120)) {
            let (processes, exit) = try await cluster.status()
            return processes.first?.state == .unsupervised && exit == 1
        }
        #expect(kill(supervisor, SIGKILL) == 0)
        try await cluster.expect([
            "postgres": "unsupervised", "identity": "unsupervised", "challenges": "unsupervised",
            "media": "unsupervised: degraded: storage", "scoring": "stopped",
            "gateway": "unsupervised: degraded: scoring",
        ])
    }

    /// The running children of a process.
    private static func children(of parent: Int32) -> [Int32] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap(Int32.init).filter { pid in
            let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
            return status?.contains("\nPPid:\t\(parent)\n") == true
        }
    }
}

extension RunningCluster {
    /// Waits until each process is as expected, all others are ready, and the command exits with 1.
    fileprivate func expect(
        _ broken: [String: String],
        and condition: ([ProcessState]) -> Bool = { _ in true },
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var seen: [String: String] = [:]
        try await eventually("each is named", within: .seconds(120), sourceLocation: sourceLocation)
        {
            let (processes, exit) = try await status()
            seen = Dictionary(
                uniqueKeysWithValues: processes.map { process in
                    let reason = process.reason.map { ": \($0)" } ?? ""
                    return (process.name, process.state.rawValue + reason)
                }
            )
            .filter { $0.value != "ready" }
            return seen == broken && exit == 1 && condition(processes)
        }
        #expect(seen == broken, sourceLocation: sourceLocation)
    }
}

/// A cluster's programs in a directory of their own, where a test may replace one.
private struct Programs {
    private let directory = "/tmp/gauntlet-programs.\(UInt64.random(in: 0...UInt64.max))"

    init() throws {
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        // The command looks for the services in its own directory, with links resolved.
        try FileManager.default.copyItem(
            atPath: "\(try RunningCluster.programs)/gauntlet",
            toPath: "\(directory)/gauntlet"
        )
        for program in Supervisor.services.map(\.program) {
            try replace(program, by: "\(try RunningCluster.programs)/\(program)")
        }
    }

    /// Runs the command of this directory in place of the one that follows, with a variable set.
    func start(with variable: String) -> [String] {
        ["/usr/bin/env", variable, "/bin/sh", "-c", "exec \(directory)/gauntlet \"$@\""]
    }

    func replace(_ program: String, by path: String) throws {
        let link = "\(directory)/\(program)"
        try? FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: directory)
    }
}
