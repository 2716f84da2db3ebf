import Foundation
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif
#if canImport(Glibc)
import Glibc
#endif

/// A PostgreSQL server for a single test, which may stop, kill and reconfigure it.
///
/// It lives in a temporary directory, listens on loopback, and is removed after the test. When root
/// runs the tests, the server runs as the user `postgres`.
public final class PrivateServer: Sendable {
    /// Setting up a server takes seconds of processor time, so at most two tests have one at a
    /// time.
    private static let places = Semaphore(2)

    /// The directory of PostgreSQL's programs, such as `psql`.
    public let programs: String
    private let directory: String
    private let settings: [String]
    /// The port on 127.0.0.1 that it listens on.
    public let port: Int

    /// A libpq URL for the superuser.
    public var url: String { "postgresql://postgres@127.0.0.1:\(port)/postgres" }

    /// Runs `body` with a server.
    ///
    /// - Parameters:
    ///   - settings: `name=value` entries on top of PostgreSQL's defaults, under which the server
    ///     keeps everything it has acknowledged.
    ///   - asksPasswords: Whether every user except the superuser needs a password.
    ///   - body: Uses the server.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or the reason the server could not be started.
    public static func with<Value: Sendable>(
        _ settings: [String] = [],
        asksPasswords: Bool = false,
        _ body: @concurrent @Sendable (PrivateServer) async throws -> Value
    ) async throws -> Value {
        try await places.with {
            try await lend(
                settings,
                { server in
                    try await server.make()
                    if asksPasswords { try server.askPasswords() }
                },
                body
            )
        }
    }

    /// Runs `body` with two servers: a primary that acknowledges a commit only after the standby
    /// has it, and that standby.
    ///
    /// - Parameters:
    ///   - settings: `name=value` entries for both servers.
    ///   - body: Uses the servers.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or the reason the servers could not be started.
    public static func withStandby<Value: Sendable>(
        _ settings: [String] = [],
        _ body:
            @concurrent @Sendable (
                _ primary: PrivateServer, _ standby: PrivateServer
            ) async throws -> Value
    ) async throws -> Value {
        try await with(settings + ["synchronous_standby_names=*"]) { primary in
            try await lend(settings, { standby in try await standby.copy(primary) }) { standby in
                try await body(primary, standby)
            }
        }
    }

    private static func lend<Value: Sendable>(
        _ settings: [String],
        _ make: @Sendable (PrivateServer) async throws -> Void,
        _ body: @concurrent @Sendable (PrivateServer) async throws -> Value
    ) async throws -> Value {
        let server = try PrivateServer(settings)
        do {
            try await make(server)
            try await server.start()
            let value = try await body(server)
            await server.remove()
            return value
        } catch {
            await server.remove()
            throw error
        }
    }

    private init(_ settings: [String]) throws {
        programs = try Self.findPrograms()
        directory = "/tmp/gauntlet-server.\(UInt64.random(in: 0...UInt64.max))"
        port = try HeldPorts.next()
        self.settings = settings
    }

    /// Starts the server and waits until it accepts connections.
    public func start() async throws {
        let options =
            [
                "listen_addresses=127.0.0.1", "port=\(port)", "unix_socket_directories=",
                "shared_buffers=16MB",
            ] + settings
        try await control(
            "start",
            ["-o", options.map { "-c \($0)" }.joined(separator: " "), "-l", "\(directory)/log"]
        )
    }

    /// How to stop the server.
    public enum End: String, Sendable {
        /// Closes every connection and flushes everything to disk.
        case fast
        /// Simulates a crash: flushes nothing, and recovers at the next start.
        case immediate
    }

    /// Stops the server and waits until its process has exited.
    public func stop(_ end: End = .fast) async throws {
        try await control("stop", ["-m", end.rawValue])
    }

    /// Makes the next start a standby without a primary: it answers reads and refuses writes.
    public func becomeStandbyAtNextStart() async throws {
        try await run("/usr/bin/touch", ["\(directory)/data/standby.signal"])
    }

    /// Promotes a standby to accept writes.
    public func promote() async throws {
        try await control("promote", [])
    }

    private func make() async throws {
        try makeDirectory()
        try await run(
            "\(programs)/initdb",
            [
                "-D", "\(directory)/data", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync",
                "--username=postgres", "--auth=trust",
            ]
        )
    }

    private func askPasswords() throws {
        // Written in place, so that the file keeps its owner.
        let file = try FileHandle(forWritingTo: URL(filePath: "\(directory)/data/pg_hba.conf"))
        defer { try? file.close() }
        try file.truncate(atOffset: 0)
        let lines = [("postgres", "trust"), ("all", "scram-sha-256")]
            .map { role, method in "host all \(role) 127.0.0.1/32 \(method)\n" }
        try file.write(contentsOf: Data(lines.joined().utf8))
    }

    /// Everything that the server has logged.
    public func log() throws -> String {
        try String(contentsOfFile: "\(directory)/log", encoding: .utf8)
    }

    /// Clones a primary, which the clone then follows.
    private func copy(_ primary: PrivateServer) async throws {
        try makeDirectory()
        try await run(
            "\(programs)/pg_basebackup",
            [
                "-D", "\(directory)/data", "-d", primary.url, "--checkpoint=fast", "--no-sync",
                "--write-recovery-conf",
            ]
        )
    }

    private func makeDirectory() throws {
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        if let user = Self.user, chown(directory, user.id, user.group) != 0 {
            throw TestSetupError("\(directory) cannot be chowned to the server's user")
        }
    }

    private func remove() async {
        // The server may already be stopped.
        try? await stop(.immediate)
        try? FileManager.default.removeItem(atPath: directory)
    }

    private func control(_ command: String, _ arguments: [String]) async throws {
        try await run(
            "\(programs)/pg_ctl",
            [command, "-D", "\(directory)/data", "-w", "-t", "120"] + arguments
        )
    }

    private func run(_ program: String, _ arguments: [String]) async throws {
        var command = [program] + arguments
        if Self.user != nil {
            command =
                [
                    "/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups",
                    "--",
                ] + command
        }
        let result = try await Subprocess.run(
            .path(FilePath(command[0])),
            arguments: Arguments(Array(command.dropFirst())),
            environment: .inherit.updating(["LC_ALL": "C.UTF-8"]),
            workingDirectory: "/",
            output: .discarded,
            error: .string(limit: 1 << 16)
        )
        guard result.terminationStatus.isSuccess else {
            let log = (try? log()) ?? ""
            throw TestSetupError(
                "\(program) \(arguments.first ?? "") failed: \(result.standardError) "
                    + log.split(separator: "\n").suffix(5).joined(separator: "; ")
            )
        }
    }

    /// The user that the server runs as when root runs the tests: PostgreSQL refuses to run as
    /// root.
    private static var user: (id: uid_t, group: gid_t)? {
        guard geteuid() == 0, let entry = getpwnam("postgres") else { return nil }
        return (entry.pointee.pw_uid, entry.pointee.pw_gid)
    }

    /// The environment variable that names the directory of the programs.
    private static let variable = "GAUNTLET_TEST_POSTGRES_PROGRAMS"

    /// The programs that the environment names, or else those of the newest installed version.
    private static func findPrograms() throws -> String {
        if let named = ProcessInfo.processInfo.environment[variable] { return named }
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let paths =
            versions.compactMap(Int.init).sorted(by: >).map { "\(root)/\($0)/bin" }
            + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(
                String.init
            )
        let found = paths.first {
            access("\($0)/postgres", X_OK) == 0 && access("\($0)/pg_ctl", X_OK) == 0
        }
        guard let found else {
            throw TestSetupError("no PostgreSQL server is installed: run deploy/test")
        }
        return found
    }
}
