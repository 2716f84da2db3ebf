public import Cluster
import Foundation

/// A cluster started by `gauntlet up` in its own directory, with a database that keeps what it
/// acknowledged.
public struct StandingCluster: Sendable {
    /// The cluster's data directory.
    public let directory: DataDirectory
    /// The URL of the gateway.
    public let url: String
    private let port: Int
    private let replicas: Int
    private let settings: [String: String]

    /// Settings that let a person create, join and own any number of contests, log any number of
    /// entries, and register fast.
    public static let manyContests: [String: String] = {
        let many = "1000000"
        return [
            "GAUNTLET_PASSWORD_COST": "ln=10,r=8,p=1",
            "GAUNTLET_CONTESTS_DAY": many, "GAUNTLET_CONTESTS_JOINED": many,
            "GAUNTLET_CONTESTS_OWNED": many,
            "GAUNTLET_ENTRIES_DAY": many, "GAUNTLET_ENTRIES_RUN": many,
        ]
    }()

    /// Runs `body` with a new cluster; always stops it and removes its data afterwards.
    ///
    /// - Parameters:
    ///   - replicas: The number of processes of each service.
    ///   - settings: Settings of its processes on top of their defaults. Request limits do not
    ///     apply to loopback.
    ///   - body: Receives the cluster, which is ready.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; `StagingError` when the cluster does not start.
    public static func run<Result>(
        replicas: Int = 1,
        settings: [String: String] = [:],
        _ body: (StandingCluster) async throws -> Result
    ) async throws -> Result {
        let cluster = try StandingCluster(replicas: replicas, settings: settings)
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

    private init(replicas: Int, settings: [String: String]) throws {
        let path = "/tmp/gauntlet-bench.\(UInt64.random(in: 0...UInt64.max))"
        directory = try DataDirectory(path)
        port = try Port.free()
        url = "http://127.0.0.1:\(port)"
        self.replicas = replicas
        self.settings = settings.merging(["GAUNTLET_LIMITS_EXEMPT": "127.0.0.0/8"]) { own, _ in own
        }
    }

    /// Starts the processes that are not running, and returns once all are ready.
    ///
    /// - Throws: `StagingError` when that fails.
    public func up() async throws {
        try await Tool.built("gauntlet").run(
            ["up", "--detach", "--no-demo", "--data", directory.path, "--port", "\(port)"]
                + ["--replicas", "\(replicas)"],
            environment: settings
        )
    }

    /// Kills a process, which the cluster starts again.
    ///
    /// - Parameter name: The process, such as `scoring`.
    /// - Throws: `StagingError` when it is not running.
    public func kill(_ name: String) throws {
        guard let pid = processes.first(where: { $0.name == name })?.pid,
            Foundation.kill(pid, SIGKILL) == 0
        else { throw StagingError("\(name) is not running") }
    }

    /// The libpq URL of a service's role in the cluster's PostgreSQL.
    ///
    /// - Parameter service: The service, such as `identity`.
    /// - Returns: The URL, including its password.
    /// - Throws: `StagingError` when there is no such service.
    public func database(of service: String) throws(StagingError) -> String {
        guard let url = directory.text(at: "\(directory.secrets)/\(service).url") else {
            throw StagingError("there is no database for \(service)")
        }
        return url.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Runs statements as a service's role.
    ///
    /// - Parameters:
    ///   - script: The input of `psql`.
    ///   - service: The service that owns the tables.
    /// - Returns: The rows, one per line, without headings.
    /// - Throws: `StagingError` with the server's message.
    @discardableResult
    public func run(_ script: String, in service: String) async throws -> String {
        try await Tool.postgres("psql").run(
            ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", database(of: service), "-f", "-"],
            input: script
        )
    }

    /// The running processes, the database first.
    public var processes: [ProcessState] {
        LocalCluster.processes(of: directory)
    }

    /// The processor time that some processes have taken since they started; the database's
    /// includes all its connections, whoever uses them.
    ///
    /// - Parameter names: The processes, such as `postgres` and `challenges`.
    /// - Returns: The sum, in seconds.
    /// - Throws: `StagingError` when one of them is not running.
    public func processorTime(of names: [String]) async throws -> Double {
        let processes = processes
        var sum = 0.0
        for name in names {
            guard let pid = processes.first(where: { $0.name == name })?.pid else {
                throw StagingError("\(name) is not running")
            }
            if name == "postgres" {
                sum += try await ProcessorTime.withChildren(of: pid)
            } else {
                sum += try ProcessorTime(pid).own
            }
        }
        return sum
    }

    /// Waits until every event of a service has been delivered.
    ///
    /// - Parameter service: The service, such as `challenges`.
    /// - Throws: `StagingError` when they do not arrive within a minute.
    public func deliverEvents(of service: String) async throws {
        try await wait(
            until: "NOT EXISTS (SELECT FROM outbox WHERE destination <> 'nobody')",
            in: service,
            orSay: "the events did not arrive"
        )
    }

    /// Waits until a condition is true in a service's database.
    ///
    /// - Parameters:
    ///   - condition: The condition, in SQL.
    ///   - service: The service that owns the tables.
    ///   - complaint: What is wrong when it stays false, without a quotation mark.
    /// - Throws: `StagingError` when it is false for a minute.
    public func wait(
        until condition: String,
        in service: String,
        orSay complaint: String
    ) async throws {
        // One connection, so that waiting costs the database little.
        try await run(
            """
            DO $$ BEGIN
                FOR look IN 1..3000 LOOP
                    IF \(condition) THEN
                        RETURN;
                    END IF;
                    PERFORM pg_sleep(0.02);
                END LOOP;
                RAISE EXCEPTION '\(complaint) within 60 s';
            END $$;

            """,
            in: service
        )
    }

    /// The pid of the supervisor; `nil` when there is none.
    public var supervisor: Int32? {
        ClusterState(of: directory)?.supervisor
    }

    private func remove() async throws {
        _ = try await LocalCluster.stop(directory)
        try FileManager.default.removeItem(atPath: directory.path)
    }
}
