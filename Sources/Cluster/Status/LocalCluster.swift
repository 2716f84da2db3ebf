import FoundationEssentials
import Logging

#if canImport(Glibc)
import Glibc
#endif

/// A cluster on this machine, seen from outside.
public enum LocalCluster {
    /// The processes of a directory: those that the supervisor last wrote, checked against the
    /// machine.
    public static func processes(of directory: DataDirectory) -> [ProcessState] {
        guard let state = ClusterState(of: directory) else { return [] }
        return state.processes.map { process in
            let runs = Processes.belongs(process, to: directory)
            var process = process
            process.started = nil
            if !runs {
                process.pid = nil
                if process.state != .restarting || !state.isAlive(in: directory) {
                    process.state = .stopped
                }
            }
            return process
        }
    }

    /// The addresses of a service's running replicas.
    public static func addresses(of name: String, in directory: DataDirectory) -> [String] {
        processes(of: directory)
            .filter { $0.isOf(name) }
            .filter { $0.pid != nil }
            .map(\.address)
    }

    /// Advice given once to the operator of a directory: how to turn on checksums for a database
    /// that an earlier release created.
    ///
    /// - Parameter directory: The data directory of a running cluster.
    /// - Returns: Some lines; `nil` if they were shown before, or the database has checksums.
    /// - Throws: `ClusterError` if PostgreSQL's programs are missing or fail.
    public static func checksumsAdvice(for directory: DataDirectory) async throws -> String? {
        guard !FileManager.default.fileExists(atPath: directory.checksumsMark) else { return nil }
        let quiet = Logger(label: "gauntlet") { _ in SwiftLogNoOpLogHandler() }
        let database = try PostgresServer(directory, as: try ClusterUsers.found(), logger: quiet)
        guard let advice = try await database.checksumsAdvice() else { return nil }
        _ = FileManager.default.createFile(atPath: directory.checksumsMark, contents: nil)
        return advice
    }

    /// Stops the cluster, including what a killed supervisor left behind.
    ///
    /// - Parameter directory: The cluster's data directory.
    /// - Returns: Whether anything was running.
    /// - Throws: `ClusterError` if the cluster belongs to another user; `CancellationError` if the
    ///   task is cancelled while waiting.
    public static func stop(_ directory: DataDirectory) async throws -> Bool {
        try Lock.expectOwner(of: directory)
        var didRun = false
        if let supervisor = Lock.holder(of: directory) {
            didRun = true
            try await stop(supervisor: supervisor, of: directory)
        }
        guard let state = ClusterState(of: directory) else { return didRun }
        for process in state.allProcesses.reversed() where Processes.belongs(process, to: directory)
        {
            didRun = true
            try await Processes.end(process, of: directory, within: .seconds(15))
        }
        return didRun
    }

    /// The supervisor stops the others in order, with a time limit for each of three stages; a
    /// supervisor that takes longer than all of them is killed.
    private static func stop(supervisor: Int32, of directory: DataDirectory) async throws {
        _ = kill(supervisor, SIGTERM)
        let deadline = ContinuousClock.now + .seconds(60)
        while Lock.holder(of: directory) == supervisor {
            if ContinuousClock.now > deadline { _ = kill(supervisor, SIGKILL) }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
