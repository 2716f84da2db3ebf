import FoundationEssentials

/// What runs in a data directory, as the supervisor last wrote it.
public struct ClusterState: Codable, Hashable, Sendable {
    /// The process that watches the others.
    public var supervisor: Int32
    /// Where clients reach the gateway.
    public var url: String
    /// Whether everything has been ready since the start.
    public var isReady: Bool
    /// The database first, then the services.
    public var processes: [ProcessState]

    /// Reads the state of a directory; `nil` where nothing was ever started.
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
    }

    /// Replaces the file in one step.
    func write(to directory: DataDirectory) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: URL(filePath: directory.state), options: .atomic)
    }

    /// Whether the supervisor still runs.
    public func isAlive(in directory: DataDirectory) -> Bool {
        Lock.isHeld(of: directory, by: supervisor)
    }
}

/// One process of a cluster.
public struct ProcessState: Codable, Hashable, Sendable {
    /// `postgres`, or a service's name.
    public var name: String
    /// `nil` while it does not run.
    public var pid: Int32?
    /// When it was started, as `Processes.start` tells it; `nil` in what a release before wrote.
    var started: String?
    /// What it does.
    public var state: State
    /// Where it is asked: `host:port`, or a socket's directory.
    public var address: String
    /// Where its health is asked.
    public var adminPort: Int?
    /// How often it was started again.
    public var restarts: Int
    /// Why it is not simply ready; only where it was asked.
    public var reason: String?

    /// What a process does.
    public enum State: String, Codable, Sendable {
        /// It runs and is not ready yet.
        case starting
        /// It answers.
        case ready
        /// It ended and is started again after a while.
        case restarting
        /// It ended for good.
        case stopped
        /// It answers, and says what it lacks. This and what follows is found by asking it.
        case degraded
        /// It runs and does not answer.
        case frozen
        /// It runs, and nobody would start it again.
        case unsupervised
    }
}
