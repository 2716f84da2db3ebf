import Cluster
public import Measuring
import PeerTools
import Staging

#if canImport(Glibc)
import Glibc
#endif

/// The memory of an idle cluster, and the time it takes to start.
public struct RestSuite: Suite {
    public let name = "rest"

    public init() {}

    public func measure(into report: Report) async throws {
        try await StandingCluster.run { cluster in
            if !report.plan.isSmoke { try await Task.sleep(for: .seconds(3)) }
            let services = Self.services(of: cluster)
            for service in services {
                try await report.measure(
                    "memory at rest, \(service.name)",
                    in: .bytes,
                    target: .atMost(25e6)
                ) {
                    try Self.memory(of: service).resident
                }
            }
            try await report.measure(
                "memory at rest, the five together",
                in: .bytes,
                target: .atMost(120e6)
            ) {
                // Shared pages are counted once.
                try services.map { try Self.memory(of: $0).proportional }.reduce(0, +)
            }
            try await report.measure(
                "`gauntlet up` on data, PostgreSQL running, until all are ready",
                in: .seconds,
                target: .atMost(1)
            ) {
                try await Self.endAllButTheDatabase(of: cluster)
                let start = ContinuousClock.now
                try await cluster.up()
                return (ContinuousClock.now - start) / .seconds(1)
            }
        }
    }

    private static func memory(of service: ProcessState) throws(StagingError) -> ProcessMemory {
        guard let pid = service.pid else { throw StagingError("\(service.name) is not running") }
        return ProcessMemory(pid)
    }

    /// Kills the processes like a crash would, except the database.
    private static func endAllButTheDatabase(of cluster: StandingCluster) async throws {
        if let supervisor = cluster.supervisor { kill(supervisor, SIGKILL) }
        for pid in services(of: cluster).compactMap(\.pid) { kill(pid, SIGKILL) }
        while services(of: cluster).contains(where: { $0.pid != nil }) {
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private static func services(of cluster: StandingCluster) -> [ProcessState] {
        cluster.processes.filter { $0.name != "postgres" }
    }
}
