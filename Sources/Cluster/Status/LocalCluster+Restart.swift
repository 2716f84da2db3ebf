public import Wire

#if canImport(Glibc)
import Glibc
#endif

extension LocalCluster {
    /// The services whose processes can be restarted, in the order of the restarts.
    public static var restartable: [ServiceName] { Supervisor.services }

    /// How long the supervisor may take to replace a process: until the new process is ready and
    /// the old one has finished its work.
    private static let replacementMax = Supervisor.readyMax + Program.endMax + .seconds(10)

    /// Replaces the processes of a running cluster one after the other, each once the one before it
    /// is ready. No caller is refused meanwhile.
    ///
    /// - Parameters:
    ///   - service: The only service whose processes are replaced; `nil` for all.
    ///   - directory: The cluster's data directory.
    ///   - report: Called with each new process once it is ready, and the time that it took.
    /// - Throws: `ClusterError` if no cluster is running, it belongs to another user, or a process
    ///   does not get ready; the remaining processes are then not replaced.
    public static func restart(
        _ service: ServiceName?,
        of directory: DataDirectory,
        report: (ProcessState, Duration) -> Void
    ) async throws {
        try Lock.expectOwner(of: directory)
        guard let supervisor = Lock.holder(of: directory) else {
            throw ClusterError(
                "no cluster is running from \(directory.path): start one with gauntlet up"
            )
        }
        guard let state = ClusterState(of: directory), state.supervisor == supervisor,
            state.isReady
        else {
            throw ClusterError("the cluster on \(directory.path) is starting or stopping")
        }
        guard state.beside != nil else {
            throw ClusterError(
                "the cluster on \(directory.path) was started by an earlier release, which restarts"
                    + " nothing: use gauntlet down, then gauntlet up"
            )
        }
        let services = (service.map { [$0] } ?? restartable).map(\.rawValue)
        let requests = try RestartRequests(directory)
        for process in state.processes where services.contains(where: process.isOf) {
            let began = ContinuousClock.now
            let request = RestartRequest(process: process.name)
            try requests.write(request)
            guard kill(supervisor, SIGUSR1) == 0 else {
                throw ClusterError.system("cannot be signalled", "the supervisor")
            }
            let next = try await outcome(of: request, by: supervisor, in: directory)
            report(next, ContinuousClock.now - began)
        }
    }

    /// Waits until the supervisor has carried out a request, and returns the new process.
    private static func outcome(
        of request: RestartRequest,
        by supervisor: Int32,
        in directory: DataDirectory
    ) async throws -> ProcessState {
        let deadline = ContinuousClock.now + replacementMax
        while ContinuousClock.now < deadline {
            guard Lock.holder(of: directory) == supervisor else {
                throw ClusterError("the cluster on \(directory.path) has stopped")
            }
            if let state = ClusterState(of: directory), let outcome = state.restart,
                outcome.id == request.id
            {
                if let failure = outcome.failure { throw ClusterError(failure) }
                if let next = state.processes.first(where: { $0.name == request.process }) {
                    return next
                }
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw ClusterError(
            "\(request.process) was not restarted within \(replacementMax):"
                + " see \(directory.log(of: "gauntlet"))"
        )
    }
}
