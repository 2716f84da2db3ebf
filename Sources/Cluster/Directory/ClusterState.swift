import FoundationEssentials

/// The processes of a data directory, as the supervisor last wrote them.
public struct ClusterState: Codable, Hashable, Sendable {
    /// The supervisor's process id.
    public var supervisor: Int32
    /// Where clients reach the gateway.
    public var url: String
    /// Whether the start has completed; `false` again once the cluster stops.
    public var isReady: Bool
    /// The database first, then the services.
    public var processes: [ProcessState]
    /// While one of these is replaced: the new process that is getting ready, or the old one that
    /// is finishing its work. `nil` if the supervisor is of an earlier release, which replaces
    /// none.
    var beside: [ProcessState]?
    /// How the last request of `restart` ended.
    var restart: RestartOutcome?

    /// Reads the state of a directory; returns `nil` if no cluster was ever started there.
    public init?(of directory: DataDirectory) {
        guard
            let bytes = FileManager.default.contents(atPath: directory.state),
            let state = try? JSONDecoder().decode(ClusterState.self, from: bytes)
        else { return nil }
        self = state
    }

    init(supervisor: Int32, url: String) {
        self.supervisor = supervisor
        self.url = url
        isReady = false
        processes = []
        beside = []
    }

    /// Every process that may be running.
    var allProcesses: [ProcessState] { processes + (beside ?? []) }

    /// The process that was started for a program.
    func process(of program: Program) -> ProcessState? {
        allProcesses.first { $0.isOne(of: program) }
    }

    mutating func change(_ program: Program, _ change: (inout ProcessState) -> Void) {
        for index in processes.indices where processes[index].isOne(of: program) {
            return change(&processes[index])
        }
        beside = beside?.map { process in
            var process = process
            if process.isOne(of: program) { change(&process) }
            return process
        }
    }

    /// Puts the process of `next` in the place of the process of `last`, and moves the latter to
    /// `beside`.
    mutating func replace(_ last: Program, by next: Program) {
        guard let old = process(of: last), let new = process(of: next) else { return }
        processes = processes.map { $0 == old ? new : $0 }
        beside = beside?.map { $0 == new ? old : $0 }
    }

    /// Replaces the file atomically.
    func write(to directory: DataDirectory) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: URL(filePath: directory.state), options: .atomic)
    }

    /// Whether the supervisor is still running.
    public func isAlive(in directory: DataDirectory) -> Bool {
        Lock.isHeld(of: directory, by: supervisor)
    }
}

/// One process of a cluster.
public struct ProcessState: Codable, Hashable, Sendable {
    /// `postgres`, or a service's name.
    public var name: String
    /// `nil` while it is not running.
    public var pid: Int32?
    /// When it was started, as returned by `Processes.start`; `nil` if an earlier release wrote the
    /// state.
    var started: String?
    /// Its state.
    public var state: State
    /// Where it accepts calls: `host:port`, or a socket's directory.
    public var address: String
    /// The port of its health checks.
    public var adminPort: Int?
    /// How often it was restarted.
    public var restarts: Int
    /// Why it is not ready, or is degraded; set only if the process was asked.
    public var reason: String?

    /// The release of the time zones by which it counts days; set only if the process was asked.
    public var tzdata: String?

    /// The state of a process.
    public enum State: String, Codable, Sendable {
        /// Running, but not ready yet.
        case starting
        /// Answering its health check.
        case ready
        /// Ended; it is restarted after a delay.
        case restarting
        /// Ended for good.
        case stopped
        /// Answering, but reporting that it lacks something. This case and the following ones are
        /// found only by asking the process.
        case degraded
        /// Running, but not answering.
        case frozen
        /// Running, but nothing would restart it.
        case unsupervised
    }
}

extension ProcessState {
    /// The process of a program that is about to be started.
    init(starting program: Program, restarts: Int = 0) {
        name = program.name
        state = .starting
        address = program.address
        adminPort = program.adminPort
        self.restarts = restarts
    }

    /// Whether it was started for a program. The port of its health checks decides: a process and
    /// its replacement have different ones.
    func isOne(of program: Program) -> Bool {
        name == program.name && adminPort == program.adminPort
    }

    /// Whether it is one of a service's processes.
    func isOf(_ service: String) -> Bool {
        name == service || name.hasPrefix("\(service)-")
    }
}
