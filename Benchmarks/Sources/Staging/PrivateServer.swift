import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// A PostgreSQL server for one suite, with PostgreSQL's default settings except for the number of
/// connections, so that acknowledged transactions are on disk.
///
/// It lives in a temporary directory, is reached through a socket there as its superuser, and is
/// removed after the suite. When root runs the benchmarks, the server runs as the user `postgres`.
public final class PrivateServer: Sendable {
    private let directory: String

    /// A libpq URL for the superuser.
    public var url: String { url(as: "postgres") }

    /// A libpq URL for a role.
    public func url(as role: String) -> String {
        "postgresql://\(role)@/postgres?host=\(directory)"
    }

    /// Runs `body` with a server.
    ///
    /// - Parameters:
    ///   - settings: `name=value` entries on top of PostgreSQL's defaults.
    ///   - body: Uses the server.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or the reason the server could not be started.
    public static func with<Value>(
        _ settings: [String] = [],
        _ body: (PrivateServer) async throws -> Value
    ) async throws -> Value {
        let server = PrivateServer()
        do {
            try await server.start(settings)
            let value = try await body(server)
            await server.remove()
            return value
        } catch {
            await server.remove()
            throw error
        }
    }

    private init() {
        directory = "/tmp/gauntlet-bench.\(UInt32.random(in: 0...UInt32.max))"
    }

    /// Runs statements as the superuser.
    ///
    /// - Parameter script: The input of `psql`.
    /// - Returns: The rows, one per line, without headings.
    /// - Throws: `StagingError` with the server's message.
    @discardableResult
    public func run(_ script: String) async throws -> String {
        try await Tool.postgres("psql").run(
            ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", url, "-f", "-"],
            input: script
        )
    }

    private func start(_ settings: [String]) async throws {
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: false
        )
        if let user = SystemUser.postgres, chown(directory, user.id, user.group) != 0 {
            throw StagingError("\(directory) cannot be chowned to the user postgres")
        }
        try await own("initdb").run([
            "-D", "\(directory)/data", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync",
            "--username=postgres", "--auth=trust",
        ])
        let all =
            [
                "listen_addresses=", "unix_socket_directories=\(directory)",
                "max_connections=300",
            ] + settings
        try await own("pg_ctl").run([
            "start", "-D", "\(directory)/data", "-w", "-t", "120", "-l", "\(directory)/log",
            "-o", all.map { "-c \($0)" }.joined(separator: " "),
        ])
    }

    private func remove() async {
        // The server may not have started.
        _ = try? await own("pg_ctl").run([
            "stop", "-D", "\(directory)/data", "-w", "-t", "120", "-m", "immediate",
        ])
        try? FileManager.default.removeItem(atPath: directory)
    }

    private func own(_ name: String) throws(StagingError) -> Tool {
        try Tool.postgres(name, isUnprivileged: true)
    }
}
