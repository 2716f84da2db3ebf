import Foundation
import Subprocess
import TestBasics
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif
#if canImport(Glibc)
import Glibc
#endif

/// Debian's connection pooler pgbouncer, where it is installed.
public struct Bouncer: Sendable {
    /// When pgbouncer gives a server connection to another client.
    public enum Mode: String, CaseIterable, Sendable {
        case session, transaction, statement
    }

    private let path: String

    /// The installed pooler; `nil` when there is none.
    public static let installed: Bouncer? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return (path.split(separator: ":").map(String.init) + ["/usr/sbin"])
            .map { "\($0)/pgbouncer" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
            .map(Bouncer.init(path:))
    }()

    /// Runs `body` with a pooler in front of a database.
    ///
    /// - Parameters:
    ///   - url: The URL of the database, on a server that asks for no password.
    ///   - mode: When server connections are shared.
    ///   - size: The number of connections to the server.
    ///   - body: Receives the URL that goes through the pooler.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or the reason the pooler could not be run.
    public func with<Value: Sendable>(
        _ url: String,
        _ mode: Mode,
        size: Int,
        _ body: @Sendable (String) async throws -> Value
    ) async throws -> Value {
        guard var parts = URLComponents(string: url), let user = parts.user else {
            throw TestSetupError("\(url) names no user")
        }
        let directory = "/tmp/gauntlet-bouncer.\(UInt64.random(in: 0...UInt64.max))"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let port = try HeldPorts.next()
        try """
        [databases]
        * = host=\(parts.host ?? "127.0.0.1") port=\(parts.port ?? 5432) user=\(user)
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = \(port)
        unix_socket_dir =
        auth_type = any
        pool_mode = \(mode.rawValue)
        default_pool_size = \(size)
        """.write(toFile: "\(directory)/pgbouncer.ini", atomically: true, encoding: .utf8)
        parts.host = "127.0.0.1"
        parts.port = port
        let through = parts.string ?? ""
        // pgbouncer refuses to run as root.
        let apart =
            geteuid() == 0
            ? ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"]
            : []
        let command = apart + [path, "\(directory)/pgbouncer.ini"]
        return try await Subprocess.run(
            .path(FilePath(command[0])),
            arguments: Arguments(Array(command.dropFirst())),
            input: .none,
            output: .discarded,
            error: .discarded
        ) { execution in
            let pid = execution.processIdentifier.value
            defer { _ = kill(pid, SIGKILL) }
            try await eventually("pgbouncer listens") { Self.listens(port) }
            return try await body(through)
        }
        .closureResult
    }

    private static func listens(_ port: Int) -> Bool {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
