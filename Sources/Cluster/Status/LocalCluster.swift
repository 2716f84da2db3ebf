import FoundationEssentials
import Logging

#if canImport(Glibc)
import Glibc
#endif

/// A cluster on this machine, from outside of it.
public enum LocalCluster {
    /// What runs in a directory; whatever the supervisor wrote last is checked against what is.
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

    /// Where the calls of a service are answered, by each of its replicas that runs.
    public static func addresses(of name: String, in directory: DataDirectory) -> [String] {
        processes(of: directory)
            .filter { $0.name == name || $0.name.hasPrefix("\(name)-") }
            .filter { $0.pid != nil }
            .map(\.address)
    }

    /// What the operator of a directory is told once: how a database that a release before made gets
    /// checksums of its pages.
    ///
    /// - Parameter directory: The data directory of a cluster that runs.
    /// - Returns: Some lines; `nil` where they were given before, or the database has checksums.
    /// - Throws: `ClusterError` where PostgreSQL's programs are missing or fail.
    public static func checksumsAdvice(for directory: DataDirectory) async throws -> String? {
        guard !FileManager.default.fileExists(atPath: directory.checksumsMark) else { return nil }
        let quiet = Logger(label: "gauntlet") { _ in SwiftLogNoOpLogHandler() }
        let database = try PostgresServer(directory, as: try ClusterUsers.found(), logger: quiet)
        guard let advice = try await database.checksumsAdvice() else { return nil }
        _ = FileManager.default.createFile(atPath: directory.checksumsMark, contents: nil)
        return advice
    }

    /// Stops what runs; whatever a killed supervisor left behind, too.
    ///
    /// - Parameter directory: The cluster's data directory.
    /// - Returns: Whether anything ran.
    /// - Throws: `ClusterError` where the cluster is another user's; `CancellationError` when the task
    ///   is cancelled while it waits.
    public static func stop(_ directory: DataDirectory) async throws -> Bool {
        try Lock.expectOwner(of: directory)
        var didRun = false
        if let supervisor = Lock.holder(of: directory) {
            didRun = true
            try await stop(supervisor: supervisor, of: directory)
        }
        guard let state = ClusterState(of: directory) else { return didRun }
        for process in state.processes.reversed() where Processes.belongs(process, to: directory) {
            didRun = true
            try await Processes.end(process, of: directory, within: .seconds(15))
        }
        return didRun
    }

    /// The supervisor stops the others in order, each of three stages within its limit; one that
    /// takes longer than all of them is ended.
    private static func stop(supervisor: Int32, of directory: DataDirectory) async throws {
        _ = kill(supervisor, SIGTERM)
        let deadline = ContinuousClock.now + .seconds(60)
        while Lock.holder(of: directory) == supervisor {
            if ContinuousClock.now > deadline { _ = kill(supervisor, SIGKILL) }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
