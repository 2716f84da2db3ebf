#if canImport(Glibc)
import Glibc
#endif

/// A cluster on this machine, from outside of it.
public enum LocalCluster {
    /// What runs in a directory; whatever the supervisor wrote last is checked against what is.
    public static func processes(of directory: DataDirectory) -> [ProcessState] {
        guard let state = ClusterState(of: directory) else { return [] }
        return state.processes.map { process in
            guard let pid = process.pid, Processes.belongs(pid, to: directory) else {
                var process = process
                process.pid = nil
                if process.state != .restarting || !state.isAlive(in: directory) {
                    process.state = .stopped
                }
                return process
            }
            return process
        }
    }

    /// Where the calls of a service are answered, or `nil` when it does not run.
    public static func address(of name: String, in directory: DataDirectory) -> String? {
        processes(of: directory).first { $0.name == name && $0.state != .stopped }?.address
    }

    /// Stops what runs; whatever a killed supervisor left behind, too.
    ///
    /// - Parameter directory: The cluster's data directory.
    /// - Returns: Whether anything ran.
    /// - Throws: `CancellationError` when the task is cancelled while it waits.
    public static func stop(_ directory: DataDirectory) async throws -> Bool {
        guard let state = ClusterState(of: directory) else { return false }
        var didRun = false
        if state.isAlive(in: directory) {
            didRun = true
            try await Processes.end(state.supervisor, of: directory, within: .seconds(45))
        }
        for process in (ClusterState(of: directory) ?? state).processes.reversed() {
            guard let pid = process.pid, Processes.belongs(pid, to: directory) else { continue }
            didRun = true
            try await Processes.end(
                pid,
                of: directory,
                signal: process.name == "postgres" ? SIGINT : SIGTERM,
                within: .seconds(15)
            )
        }
        return didRun
    }
}
