import Foundation
import TestBasics
import Testing

/// A test's own PostgreSQL server, with an empty database `gauntlet`, and its secrets.
struct SecretServer {
    private let server: PrivateServer
    private let scratch: Scratch
    private var secrets: String { "\(scratch.path)/secrets" }

    /// Runs `body` with a server, and removes the server afterwards.
    static func with(_ body: @concurrent @Sendable (SecretServer) async throws -> Void) async throws
    {
        let scratch = try Scratch()
        defer { scratch.remove() }
        try await PrivateServer.with(["fsync=off"], asksPasswords: true) { server in
            let server = SecretServer(server: server, scratch: scratch)
            try Self.ran(await Outcome.script("secrets", server.secrets))
            try Self.ran(
                await server.psql(as: "postgres", database: "postgres", "CREATE DATABASE gauntlet;")
            )
            try await body(server)
        }
    }

    /// The options by which programs find the server.
    private var address: [String] { ["-h", "127.0.0.1", "-p", "\(server.port)"] }

    /// Runs init.sql as the image's entrypoint does, or as another role on another database.
    @discardableResult
    func initialise(
        as role: String = "postgres",
        database: String = "gauntlet",
        mustWork: Bool = true
    ) async throws -> Outcome {
        let outcome = try await Outcome.of(
            [
                "\(server.programs)/psql", "-v", "ON_ERROR_STOP=1", "-v", "secrets=\(secrets)",
                "-X", "-q", "-w", "-U", role, "-d", database, "-f",
                Repository.root.appending(path: "deploy/postgres/init.sql").path,
            ] + address,
            environment: ["PGPASSWORD": "owner"]
        )
        if mustWork { try Self.ran(outcome) }
        return outcome
    }

    /// Runs statements in order as a role, with its password from the secrets; continues after a
    /// failure.
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
            ["\(server.programs)/psql", "-XAtq", "-U", role, "-d", database, "-w"] + address
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
        try server.log()
    }

    private static func ran(_ outcome: Outcome) throws {
        guard outcome.status == 0 else { throw TestSetupError(outcome.error) }
    }
}
