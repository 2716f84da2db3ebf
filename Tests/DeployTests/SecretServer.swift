import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// A PostgreSQL that a test has for itself, reached through a socket, with secrets beside it.
struct PrivateServer {
    private let scratch: Scratch
    private let programs: String
    private var secrets: String { "\(scratch.path)/secrets" }

    /// Runs `body` with a server that is stopped afterwards.
    static func with(_ body: (PrivateServer) async throws -> Void) async throws {
        let server = try await PrivateServer()
        do {
            try await body(server)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// Makes the server, an empty database `gauntlet`, and the secrets, and starts it.
    private init() async throws {
        programs = try await Self.findPrograms()
        scratch = try Scratch()
        try Self.ran(await Outcome.script("secrets", secrets))
        if geteuid() == 0 { try Self.ran(await Outcome.of(["chown", "postgres", scratch.path])) }
        try await server(
            "initdb",
            ["--encoding=UTF8", "--locale=C.UTF-8", "--username=postgres", "--auth=trust"]
        )
        try Data("local all postgres trust\nlocal all all scram-sha-256\n".utf8)
            .write(to: URL(filePath: "\(scratch.path)/data/pg_hba.conf"))
        if geteuid() == 0 {
            let file = "\(scratch.path)/data/pg_hba.conf"
            try Self.ran(await Outcome.of(["chown", "postgres", file]))
        }
        try await server(
            "pg_ctl",
            [
                "start", "-w", "-t", "300", "-l", "\(scratch.path)/log", "-o",
                "-c listen_addresses= -c unix_socket_directories=\(scratch.path) -c fsync=off",
            ]
        )
        try Self.ran(await psql(as: "postgres", database: "postgres", "CREATE DATABASE gauntlet;"))
    }

    private func stop() async {
        try? await server("pg_ctl", ["stop", "-w", "-t", "300", "-m", "immediate"])
        scratch.remove()
    }

    /// Runs init.sql as the image's entrypoint does.
    @discardableResult
    func initialise(mustWork: Bool = true) async throws -> Outcome {
        let outcome = try await Outcome.of(
            [
                "\(programs)/psql", "-v", "ON_ERROR_STOP=1", "-v", "secrets=\(secrets)", "-X", "-q",
                "-h", scratch.path, "-U", "postgres", "-d", "gauntlet", "-f",
                Repository.root.appending(path: "deploy/postgres/init.sql").path,
            ]
        )
        if mustWork { try Self.ran(outcome) }
        return outcome
    }

    /// Runs statements one after the other as a role, with the password among the secrets; goes
    /// on after one that fails.
    func psql(
        as role: String,
        database: String = "gauntlet",
        _ statements: String...
    ) async throws -> Outcome {
        try await psql(as: role, database: database, statements)
    }

    func psql(
        as role: String,
        database: String = "gauntlet",
        _ statements: [String]
    ) async throws -> Outcome {
        try await Outcome.of(
            ["\(programs)/psql", "-XAtq", "-h", scratch.path, "-U", role, "-d", database, "-w"]
                + statements.flatMap { ["-c", $0] },
            environment: ["PGPASSWORD": try password(of: role), "LC_ALL": "C"]
        )
    }

    func password(of role: String) throws -> String {
        String(try scratch.text("secrets/\(role).password").dropLast())
    }

    func replaceSecrets(of role: String) async throws {
        try? loseSecret("\(role).password", leavesFile: false)
        try Self.ran(await Outcome.script("secrets", secrets))
    }

    func loseSecret(_ name: String, leavesFile: Bool) throws {
        try FileManager.default.removeItem(atPath: "\(secrets)/\(name)")
        if leavesFile { try Data("\n".utf8).write(to: scratch.url("secrets/\(name)")) }
    }

    func log() throws -> String {
        try scratch.text("log")
    }

    private func server(_ program: String, _ arguments: [String]) async throws {
        let user =
            geteuid() == 0
            ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"] : []
        let command = ["\(programs)/\(program)", "-D", "\(scratch.path)/data"] + arguments
        try Self.ran(await Outcome.of(user + command, environment: ["LC_ALL": "C.UTF-8"]))
    }

    /// PostgreSQL where Debian puts it, or on the path.
    private static func findPrograms() async throws -> String {
        let outcome = try await Outcome.of([
            "bash", "-c", "set -e; . \"$0\"; postgres_programs",
            Repository.root.appending(path: "deploy/lib.sh").path,
        ])
        return try #require(outcome.output.isEmpty ? nil : outcome.output)
    }

    private static func ran(_ outcome: Outcome) throws {
        guard outcome.status == 0 else { throw Failed(description: outcome.error) }
    }

    struct Failed: Error, CustomStringConvertible {
        let description: String
    }
}
