public import Cluster
import Foundation

/// A cluster as `gauntlet up` starts it, in a directory of its own, with a database that keeps
/// what it acknowledged.
public struct StandingCluster: Sendable {
    /// Where it keeps everything.
    public let directory: DataDirectory
    /// Where the gateway answers.
    public let url: String
    private let port: Int
    private let settings: [String: String]

    /// Runs `body` on a new cluster; then stops it and removes what it kept, whatever happens.
    ///
    /// - Parameters:
    ///   - settings: What its processes are told beside their defaults. No limit of requests
    ///     holds for loopback.
    ///   - body: Is given the cluster, which is ready.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; `StagingError` where the cluster does not start.
    public static func run<Result>(
        settings: [String: String] = [:],
        _ body: (StandingCluster) async throws -> Result
    ) async throws -> Result {
        let cluster = try StandingCluster(settings: settings)
        do {
            try await cluster.up()
            let result = try await body(cluster)
            try await cluster.remove()
            return result
        } catch {
            try? await cluster.remove()
            throw error
        }
    }

    private init(settings: [String: String]) throws {
        let path = "/tmp/gauntlet-bench.\(UInt64.random(in: 0...UInt64.max))"
        directory = try DataDirectory(path)
        port = try Port.free()
        url = "http://127.0.0.1:\(port)"
        self.settings = settings.merging(["GAUNTLET_LIMITS_EXEMPT": "127.0.0.0/8"]) { own, _ in own
        }
    }

    /// Starts what does not run, and returns once all are ready.
    ///
    /// - Throws: `StagingError` where that failed.
    public func up() async throws {
        try await Tool.built("gauntlet").run(
            ["up", "--detach", "--no-demo", "--data", directory.path, "--port", "\(port)"],
            environment: settings
        )
    }

    /// The libpq URL of a service's role in the cluster's PostgreSQL.
    ///
    /// - Parameter service: Such as `identity`.
    /// - Returns: The URL, its password included.
    /// - Throws: `StagingError` where there is no such service.
    public func database(of service: String) throws(StagingError) -> String {
        guard let url = directory.text(at: "\(directory.secrets)/\(service).url") else {
            throw StagingError("there is no database of \(service)")
        }
        return url.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Runs statements as a service's role.
    ///
    /// - Parameters:
    ///   - script: What `psql` reads.
    ///   - service: Whose tables are meant.
    /// - Returns: The rows, a line each, without headings.
    /// - Throws: `StagingError` with the server's words.
    @discardableResult
    public func run(_ script: String, in service: String) async throws -> String {
        try await Tool.postgres("psql").run(
            ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", database(of: service), "-f", "-"],
            input: script
        )
    }

    /// What runs: the database first.
    public var processes: [ProcessState] {
        LocalCluster.processes(of: directory)
    }

    /// The process that watches the others; `nil` where none does.
    public var supervisor: Int32? {
        ClusterState(of: directory)?.supervisor
    }

    private func remove() async throws {
        _ = try await LocalCluster.stop(directory)
        try FileManager.default.removeItem(atPath: directory.path)
    }
}
