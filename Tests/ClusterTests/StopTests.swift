import Foundation
import TestKit
import Testing

@testable import Cluster

/// How a cluster stops: in order, and completely.
struct StopTests {
    @Test func `the gateways stop first, then the services, then the database`() async throws {
        try await RunningCluster.run(replicas: 2) { cluster in
            let processes = try cluster.processes()
            let others = try processes.filter { !$0.name.hasPrefix("gateway") }.map {
                try #require($0.pid)
            }
            // A frozen gateway delays those that stop after it, and only those.
            let held = try cluster.signal(SIGSTOP, "gateway")
            try await withThrowingTaskGroup(of: String.self) { group in
                group.addTask { try await cluster.down() }
                try await eventually("the other gateway stops", within: .seconds(120)) {
                    try cluster.process("gateway-2").state == .stopped
                }
                // Whoever comes to it is refused, and does not wait for a process that never comes.
                let other = try #require(processes.first { $0.name == "gateway-2" })
                let port = try #require(Int(other.address.drop { $0 != ":" }.dropFirst()))
                #expect(Ports.finding(at: port, of: "127.0.0.1") == nil)
                // On a busy machine its time limit may have passed.
                #expect(others.allSatisfy(Processes.isRunning) || !Processes.isRunning(held))
                _ = Foundation.kill(held, SIGCONT)
                #expect(try await group.next() == "Stopped.\n")
            }
            for process in processes {
                let pid = try #require(process.pid)
                #expect(!Processes.isRunning(pid), "\(process.name) still runs")
            }
            let stages = try cluster.log("gauntlet").compactMap { line in
                line.contains("A process has stopped.")
                    ? line.split(separator: "process=").last : nil
            }.map { name in
                name.hasPrefix("gateway") ? 1 : name.hasPrefix("postgres") ? 3 : 2
            }
            #expect(stages == stages.sorted())
            #expect(stages.count == processes.count)
        }
    }

    @Test func `processes that a killed supervisor leaves behind are stopped too`() async throws {
        try await RunningCluster.run { cluster in
            let processes = try cluster.processes()
            let supervisor = try #require(
                Lock.holder(of: try DataDirectory(cluster.directory))
            )
            #expect(Foundation.kill(supervisor, SIGKILL) == 0)
            #expect(try await cluster.down() == "Stopped.\n")
            for process in processes {
                let pid = try #require(process.pid)
                // A process that has just ended releases the directory a moment before it is gone.
                try await eventually("\(process.name) still runs", within: .seconds(120)) {
                    !Processes.isRunning(pid)
                }
            }
        }
    }
}
