import Cluster
import Foundation
import TestKit
import Testing

/// Two processes of every service, each of which stops gracefully and comes back while clients keep
/// sending requests.
///
/// At least 2,000 requests; `GAUNTLET_EFFORT=10` makes them 20,000.
///
/// Slow: restarts every process of a cluster, one after the other.
struct RollingTests {
    @Test func `a rolling restart of every process fails no request`() async throws {
        try await RunningCluster.run(replicas: 2) { cluster in
            let balancer = Balancer(try cluster.urls)
            let count = Crowd.Count()
            let crowds = try await crowds(of: cluster, behind: balancer, count)
            let least = Effort.scaled(2_000)
            let rolling = Rolling(cluster: cluster, balancer: balancer) { count.total >= least }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for crowd in crowds {
                    group.addTask {
                        var crowd = crowd
                        try await crowd.run { !count.isOver || count.total < least }
                    }
                }
                group.addTask {
                    defer { count.end() }
                    try await rolling.restartAll()
                }
                try await group.waitForAll()
            }
            #expect(count.failures == [])
            // Every service and both gateways had their share; both gateways ended connections
            // gracefully.
            for route in ["POST /v1/media", "POST /v1/sessions", "POST /v1/sessions/refresh"] {
                #expect(count.asked[route, default: 0] > 0)
            }
            #expect(balancer.answers.allSatisfy { $0 >= 100 }, "\(balancer.answers)")
            #expect(balancer.goodbyes.allSatisfy { $0 >= 1 }, "\(balancer.goodbyes)")
            try await Books.with(cluster) { try await $0.audit() }
            Report.line(
                "rolling restart: \(count.total) requests, \(count.failures.count) failed;"
                    + " answered by the gateways: \(balancer.answers), goodbyes: \(balancer.goodbyes);"
                    + " \(count.asked.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })"
            )
        }
    }

    /// Two couples who stay with one gateway each, and two who reconnect.
    private func crowds(
        of cluster: RunningCluster,
        behind balancer: Balancer,
        _ count: Crowd.Count
    ) async throws -> [Crowd] {
        let app = App(urls: try cluster.urls)
        let ana = try await app.registered("Ana")
        var crowds: [Crowd] = []
        for (index, name) in ["Bo", "Cleo", "Dag", "Eli"].enumerated() {
            let friend = try await app.registered(name)
            try await ana.befriend(friend)
            crowds.append(
                Crowd(
                    sender: ana,
                    recipient: friend,
                    client: PoliteClient(balancer, startingAt: index),
                    isLoyal: index < 2,
                    count: count
                )
            )
        }
        return crowds
    }
}

/// Restarts the processes of a cluster, one after the other, as an operator does: a gateway gets no
/// new connections while it stops, and the next process is not stopped before the others have found
/// the previous one again.
private struct Rolling: Sendable {
    let cluster: RunningCluster
    let balancer: Balancer
    /// Whether there were enough requests.
    let isEnough: @Sendable () -> Bool

    /// Restarts every process, and again until there were enough requests.
    func restartAll() async throws {
        try await eventually("both gateways are asked", within: .seconds(120)) {
            balancer.answers.allSatisfy { $0 >= 20 }
        }
        let before = try cluster.processes().filter { $0.name != "postgres" }
        var connections: [String: [String: Int]] = [:]
        for process in before {
            connections[process.name] = try await cluster.connections(of: process.name)
        }
        repeat {
            for process in before { try await restart(process, connections[process.name] ?? [:]) }
        } while !isEnough()
        // Connections that are idle for a second are closed without an announcement, and on a busy
        // machine that may have been all of them.
        let gateways = before.filter { $0.name.hasPrefix("gateway") }
        for _ in 0..<20 {
            for (index, gateway) in gateways.enumerated() where balancer.goodbyes[index] == 0 {
                try await restart(gateway, connections[gateway.name] ?? [:])
            }
        }
        let after = try cluster.processes()
        for process in before {
            let now = after.first { $0.name == process.name }
            #expect(now?.pid != process.pid, "\(process.name) was not started again")
            let ends = try cluster.log(process.name).filter { $0.contains("Stopped.") }
            #expect(ends.count == now?.restarts, "\(process.name) did not end politely")
        }
        let answered = balancer.answers
        try await eventually("both gateways are asked again", within: .seconds(120)) {
            zip(balancer.answers, answered).allSatisfy { $0 >= $1 + 100 }
        }
    }

    private func restart(_ process: ProcessState, _ connections: [String: Int]) async throws {
        try await balancer.withdraw(process.address)
        let pid = try cluster.signal(SIGTERM, process.name)
        try await cluster.waitForSuccessor(of: pid, as: process.name)
        try await eventually("\(process.name) is found again", within: .seconds(120)) {
            let now = try await cluster.connections(of: process.name)
            return connections.allSatisfy { now[$0.key, default: 0] >= $0.value }
        }
        balancer.restore(process.address)
    }
}
