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

/// A PostgreSQL server of a test's own, which the test may stop, kill and change as it likes.
///
/// Lives in a temporary directory, listens on loopback, and is gone after the test. Where root runs
/// the tests, the user `postgres` runs the server.
public final class PrivateServer: Sendable {
    /// Making one takes seconds of a processor.
    private static let places = Semaphore(2)

    /// The directory of its programs, such as `psql`.
    public let programs: String
    private let directory: String
    private let settings: [String]
    /// Where it listens, on 127.0.0.1.
    public let port: Int

    /// A libpq URL of its superuser.
    public var url: String { "postgresql://postgres@127.0.0.1:\(port)/postgres" }

    /// Lends a server that runs for the time of `body`.
    ///
    /// - Parameters:
    ///   - settings: Each `name=value`, beyond PostgreSQL's own defaults: without any it keeps what
    ///     it acknowledged.
    ///   - asksPasswords: Whether everybody but its superuser needs a password.
    ///   - body: Uses it.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or why there is no server.
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

    /// Lends two servers that run for the time of `body`: a primary, none of whose commits is
    /// acknowledged before the other has it, and that other one, its standby.
    ///
    /// - Parameters:
    ///   - settings: As above, of both.
    ///   - body: Uses them.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or why there are no servers.
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

    /// Starts it, and waits until it takes connections.
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

    /// How a server ends.
    public enum End: String, Sendable {
        /// Ends every connection, writes everything down.
        case fast
        /// As in a crash: writes nothing, and recovers at its next start.
        case immediate
    }

    /// Stops it, and waits until it is gone.
    public func stop(_ end: End = .fast) async throws {
        try await control("stop", ["-m", end.rawValue])
    }

    /// Has it start as a standby that follows nobody: it answers reads and refuses writes.
    public func becomeStandbyAtNextStart() async throws {
        try await run("/usr/bin/touch", ["\(directory)/data/standby.signal"])
    }

    /// Makes a standby take writes.
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
        // Written in place: the file stays its owner's.
        let file = try FileHandle(forWritingTo: URL(filePath: "\(directory)/data/pg_hba.conf"))
        defer { try? file.close() }
        try file.truncate(atOffset: 0)
        let lines = [("postgres", "trust"), ("all", "scram-sha-256")]
            .map { role, method in "host all \(role) 127.0.0.1/32 \(method)\n" }
        try file.write(contentsOf: Data(lines.joined().utf8))
    }

    /// All that it has logged.
    public func log() throws -> String {
        try String(contentsOfFile: "\(directory)/log", encoding: .utf8)
    }

    /// Copies another server, which it follows from then on.
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
            throw TestSetupError("\(directory) cannot be given to the server's user")
        }
    }

    private func remove() async {
        // It may be stopped already.
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

    /// Whom the server runs as when root runs the tests: it refuses to be root.
    private static var user: (id: uid_t, group: gid_t)? {
        guard geteuid() == 0, let entry = getpwnam("postgres") else { return nil }
        return (entry.pointee.pw_uid, entry.pointee.pw_gid)
    }

    /// The newest server that is installed.
    private static func findPrograms() throws -> String {
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
